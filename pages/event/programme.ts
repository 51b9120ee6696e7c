import { clockTime, dayInWords, dayOf, shortDay } from '../dates.js';
import type { ProgrammeTalkFragment } from '../documents.generated.js';
import { markup, type Markup } from '../markup.js';
import { talkEntry } from '../talk/entry.js';

type Talks = readonly ProgrammeTalkFragment[];

/** Groups talks by a part of their start. */
function groups(talks: Talks, keyOf: (start: string) => string): [string, Talks][] {
  const grouped = new Map<string, ProgrammeTalkFragment[]>();
  for (const talk of talks) {
    const key = keyOf(talk.startDate);
    const group = grouped.get(key) ?? [];
    grouped.set(key, group);
    group.push(talk);
  }
  return [...grouped];
}

const slotView = ([start, talks]: [string, Talks]): Markup => markup`<div class="slot">
<h3><time datetime="${start}">${clockTime(start)}</time></h3>
<ul>${talks.map((talk) => talkEntry(talk))}</ul>
</div>`;

const dayView = ([day, talks]: [string, Talks]): Markup => markup`<section class="sheet" aria-labelledby="day-${day}">
<h2 id="day-${day}">${dayInWords(day)}</h2>
${groups(talks, (start) => start).map(slotView)}
</section>`;

const dayLink = ([day]: [string, Talks]): Markup => markup`<li><a href="#day-${day}">${shortDay(day)}</a></li>`;

/** Renders talks by day and time. @param talks by start */
export function programmeOf(talks: Talks): Markup {
  const days = groups(talks, dayOf);
  const links = markup`<nav aria-label="Days"><ul class="days">${days.map(dayLink)}</ul></nav>`;
  return markup`${days.length > 1 && links}${days.map(dayView)}`;
}
