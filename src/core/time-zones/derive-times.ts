import { callClosesAt } from '../date/local-times.js';
import { instantOf, localTimeOf } from '../date/local-time.js';
import { localIso } from '../date/zoned.js';
import {
  namesOfTimes,
  type EventTimesRow,
  type StoredTime,
  type TalkTimesRow,
  type WrittenRow,
} from './outdated-times.js';

/** An instant as the rules of this process have it, and the local time beside it. */
export interface DerivedTime {
  readonly at: number;
  readonly local: string | null;
  /** Seconds by which the instant moves. */
  readonly shift: number;
}

/**
 * Derives a time again. A future instant moves if the clock no longer shows its local time at it; a time that was
 * repeated or skipped when it was written keeps its instant while the clock still shows it. Without a local time, the
 * clock shows it.
 *
 * @param now seconds since 1970: past instants stay
 */
export function derived({ at, local }: StoredTime, zone: string, now: number): DerivedTime {
  if (local === null) return { at, local: localTimeOf(at, zone), shift: 0 };
  const typed = localIso(local);
  if (at <= now || localTimeOf(at, zone) === typed) return { at, local: typed, shift: 0 };
  const shift = instantOf(typed, zone) - Math.floor(at);
  return { at: at + shift, local: typed, shift };
}

const unmoved = ({ at, local, shift }: DerivedTime): DerivedTime => ({ at: at - shift, local, shift: 0 });

/** A row to write, where it belongs, and whether an instant of it moves. */
export interface DerivedRow {
  readonly written: WrittenRow;
  readonly eventId: string;
  readonly timeZone: string;
  readonly isMoved: boolean;
}

export function derivedEvent({ id, timeZone, times }: EventTimesRow, now: number): DerivedRow {
  const all = new Map(
    times.flatMap((time, at) => (time === null ? [] : [[namesOfTimes[at] ?? '', derived(time, timeZone, now)]])),
  );
  const [starts, ends] = [all.get('starts'), all.get('ends')];
  // A running event, whose start stays, must not end before it.
  if (starts && ends && ends.at < starts.at) {
    for (const [name, time] of [
      ['starts', starts],
      ['ends', ends],
    ] as const)
      all.set(name, unmoved(time));
  }
  const closing = all.get('cfp_ends');
  const closes = closing ? callClosesAt(new Date(closing.at * 1000), timeZone) : null;
  return row({ id, eventId: id, timeZone }, all, { closes: closes?.toISOString() ?? null });
}

export const derivedTalk = ({ id, eventId, timeZone, starts }: TalkTimesRow, now: number): DerivedRow =>
  row({ id, eventId, timeZone }, new Map([['starts', derived(starts, timeZone, now)]]));

function row(
  { id, ...place }: { readonly id: string; readonly eventId: string; readonly timeZone: string },
  times: ReadonlyMap<string, DerivedTime>,
  more: Pick<WrittenRow, 'closes'> = {},
): DerivedRow {
  const each = <Value>(value: (time: DerivedTime) => Value) =>
    Object.fromEntries([...times].map(([name, time]) => [name, value(time)]));
  const written = { id, shifts: each(({ shift }) => shift), locals: each(({ local }) => local), ...more };
  return { written, ...place, isMoved: [...times.values()].some(({ shift }) => shift !== 0) };
}
