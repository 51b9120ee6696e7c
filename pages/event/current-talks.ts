import { clockTime, dayInWords, dayOf, endTime, secondsOf } from '../dates.js';
import type { EventOfPageFragment } from '../documents.generated.js';
import { markup, type Markup } from '../markup.js';
import { talkEntry } from '../talk/entry.js';

type Talks = Pick<EventOfPageFragment, 'now' | 'next' | 'talks'>;

/**
 * What runs now and next; null until the first talk starts, and after the last one. Depends on the time only by the
 * starts and ends of talks, at which cached pages expire.
 *
 * @param time seconds since 1970
 */
export function currentTalks({ now, next, talks: { nodes } }: Talks, time: number): Markup | null {
  const hasStarted = nodes[0] !== undefined && secondsOf(nodes[0].startDate) <= time;
  if (!hasStarted || now.length + next.length === 0) return null;
  const running = now.map((talk) => talkEntry(talk, [`until ${endTime(talk.startDate, talk.durationMinutes)}`]));
  const following = next.map((talk) => talkEntry(talk));
  return markup`<section class="sheet current">
${running.length > 0 && markup`<h2>Now</h2><ul>${running}</ul>`}
${next[0] !== undefined && markup`<h2>Next, ${startOf(next[0].startDate, now[0]?.startDate)}</h2><ul>${following}</ul>`}
</section>`;
}

function startOf(next: string, now: string | undefined): string {
  const isSameDay = now !== undefined && dayOf(now) === dayOf(next);
  return isSameDay ? `at ${clockTime(next)}` : `${dayInWords(next)} at ${clockTime(next)}`;
}
