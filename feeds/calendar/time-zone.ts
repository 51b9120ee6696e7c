import { DateTime, IANAZone } from 'luxon';
import { LRUCache } from 'lru-cache';
import { component, line, text } from './lines.js';
import { LOCAL_LENGTH, localTime } from './dates.js';

const MAX_CACHED = 1_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const TURNED_BACK_WITHIN_MS = 3 * HOUR_MS;
/** No zone changes its offset twice within so many days, except for a month of Ramadan. */
const STEP_MS = 7 * 24 * HOUR_MS;

const YEAR_MS = 366 * 24 * HOUR_MS;

const known = new LRUCache<string, string>({ max: MAX_CACHED });

/** Luxon takes 50 µs for each check. */
const valid = new LRUCache<string, boolean>({ max: MAX_CACHED, memoMethod: (name) => IANAZone.isValidZone(name) });

/** Whether it is a zone other than UTC. */
const isZone = (name: string): boolean => name !== 'UTC' && valid.memo(name);

/** Years whose times are written in a zone: offsets of other years are not known. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2100;

/** Whether a time is written in this zone; otherwise it is in UTC. */
export function isLocal(iso: string, name: string): boolean {
  const year = Number(iso.slice(0, 4));
  return isZone(name) && year >= FIRST_YEAR && year <= LAST_YEAR && !isRepeated(iso, name);
}

const DAY_MS = 24 * HOUR_MS;

/** Whether a zone turns its clock back on a day or up to three hours beside it. Luxon takes 5 µs for an offset. */
const turnsBack = new LRUCache<string, boolean, IANAZone>({
  max: MAX_CACHED,
  memoMethod: (key, _, { context: zone }) => {
    const day = Number(key.slice(0, key.indexOf(' '))) * DAY_MS;
    return zone.offset(day - TURNED_BACK_WITHIN_MS) > zone.offset(day + DAY_MS + TURNED_BACK_WITHIN_MS);
  },
});

/**
 * Whether the clock shows the time twice, because it is turned back: RFC 5545 §3.3.5 means the first one, but ical.js
 * reads the second.
 */
function isRepeated(iso: string, name: string): boolean {
  const zone = IANAZone.create(name);
  const at = Date.parse(iso);
  // At any hour: Cairo, Beirut, Santiago and Nuuk turn it back at midnight.
  if (!turnsBack.memo(`${Math.floor(at / DAY_MS)} ${name}`, { context: zone })) return false;
  const here = zone.offset(at);
  const turnedBefore = zone.offset(at - TURNED_BACK_WITHIN_MS) - here;
  const turnedAfter = here - zone.offset(at + TURNED_BACK_WITHIN_MS);
  return (
    (turnedBefore > 0 && zone.offset(at - turnedBefore * MINUTE_MS) - here === turnedBefore) ||
    (turnedAfter > 0 && here - zone.offset(at + turnedAfter * MINUTE_MS) === turnedAfter)
  );
}

/**
 * A VTIMEZONE with the offsets that these times have: Google garbles calendars with hundreds of lines of time zones. Each
 * offset holds from the last change of the clock before the first of its times, so that changes between are omitted.
 *
 * @param name of a zone in which times are local (`isLocal`)
 * @param times ISO 8601, in any order; not empty
 */
export function timeZone(name: string, times: readonly string[]): string {
  const firsts = firstTimesOf(times);
  const key = [name, ...firsts].join(' ');
  let written = known.get(key);
  if (written === undefined) {
    const zone = IANAZone.create(name);
    const onsets = firsts.map((at) => onsetOf(zone, at));
    const beforeSummer = onsets.slice(0, 1).filter((onset) => isSummer(zone, onset));
    written = component('VTIMEZONE', [
      line('TZID', text(name)),
      ...beforeSummer.map(({ at }) => observance(zone, onsetOf(zone, at - MINUTE_MS), 'STANDARD')),
      ...onsets.map((onset) => observance(zone, onset, isSummer(zone, onset) ? 'DAYLIGHT' : 'STANDARD')),
    ]);
    known.set(key, written);
  }
  return written;
}

/** The first time after each change between the offsets of these times, in milliseconds since 1970. */
function firstTimesOf(times: readonly string[]): number[] {
  const sorted = times
    .map((iso) => ({ at: Date.parse(iso), offset: iso.slice(LOCAL_LENGTH) }))
    .sort((one, other) => one.at - other.at);
  return sorted.filter(({ offset: mine }, index) => mine !== sorted[index - 1]?.offset).map(({ at }) => at);
}

/** Since when an offset holds. */
interface Onset {
  readonly at: number;
  /** Whether the clock changed then: otherwise the offset held for a year or longer. */
  readonly isChange: boolean;
}

function onsetOf(zone: IANAZone, time: number): Onset {
  const latest = Math.floor(time / MINUTE_MS) * MINUTE_MS;
  for (let to = latest; to > latest - YEAR_MS; to -= STEP_MS) {
    let [before, after] = [to - STEP_MS, to];
    const now = zone.offset(after);
    if (zone.offset(before) === now) continue;
    while (after - before > MINUTE_MS) {
      const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
      if (zone.offset(middle) === now) after = middle;
      else before = middle;
    }
    return { at: after, isChange: true };
  }
  return { at: latest - YEAR_MS, isChange: false };
}

/** An offset that holds for a year is not summer time. */
const isSummer = (zone: IANAZone, { at, isChange }: Onset): boolean =>
  isChange && DateTime.fromMillis(at, { zone }).isInDST;

/** The rule from an onset, whose `DTSTART` is the local time before it (RFC 5545 §3.6.5). Outlook requires a STANDARD. */
function observance(zone: IANAZone, { at, isChange }: Onset, kind: 'STANDARD' | 'DAYLIGHT'): string {
  const [now, then] = [zone.offset(at), zone.offset(isChange ? at - MINUTE_MS : at)];
  const local = new Date(at + then * MINUTE_MS).toISOString();
  return component(kind, [
    line('DTSTART', localTime(local)),
    line('TZOFFSETFROM', offset(then)),
    line('TZOFFSETTO', offset(now)),
    line('TZNAME', text(zone.offsetName(at, { format: 'short', locale: 'en-GB' }) ?? zone.name)),
  ]);
}

function offset(minutes: number): string {
  const size = Math.abs(minutes);
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(size / 60)}${pad(size % 60)}`;
}
