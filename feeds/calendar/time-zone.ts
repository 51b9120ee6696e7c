import { DateTime, IANAZone } from 'luxon';
import { LRUCache } from 'lru-cache';
import { component, line, text } from './lines.js';
import { localTime } from './dates.js';

const MAX_CACHED = 1_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const TURNED_BACK_WITHIN_MS = 3 * HOUR_MS;
/** No zone changes its offset twice within so many days, except for a month of Ramadan. */
const STEP_MS = 7 * 24 * HOUR_MS;

const known = new LRUCache<string, string>({ max: MAX_CACHED });

/** The first and the last year whose times a calendar shows. */
export interface Years {
  readonly from: number;
  readonly to: number;
}

/** Luxon takes 50 µs for each check. */
const valid = new LRUCache<string, boolean>({ max: MAX_CACHED, memoMethod: (name) => IANAZone.isValidZone(name) });

/** Whether it is a zone other than UTC. */
const isZone = (name: string): boolean => name !== 'UTC' && valid.memo(name);

/**
 * Years whose times are written in a zone: a `VTIMEZONE` lists every change of the offset between the first and the
 * last, and the years 1 to 9999, which the service accepts, would take 10 s. Offsets of other years are not known.
 */
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

/** A VTIMEZONE with the offsets in use in these years. @param name of a zone in which times are local (`isLocal`) */
export function timeZone(name: string, { from, to }: Years): string {
  const zone = IANAZone.create(name);
  const key = `${name} ${from} ${to}`;
  let written = known.get(key);
  if (written === undefined) {
    const begin = Date.UTC(from, 0, 1) - 24 * HOUR_MS;
    const changes = changesBetween(zone, begin, Date.UTC(to + 1, 0, 1) + 24 * HOUR_MS);
    const observances = [observance(zone, begin, begin), ...changes.map((at) => observance(zone, at, at - MINUTE_MS))];
    written = component('VTIMEZONE', [line('TZID', text(name)), ...observances]);
    known.set(key, written);
  }
  return written;
}

/** The times, in milliseconds since 1970, at which the offset changes. */
function changesBetween(zone: IANAZone, begin: number, end: number): number[] {
  const found: number[] = [];
  for (let from = begin; from < end; from += STEP_MS) {
    let [before, after] = [from, from + STEP_MS];
    const offset = zone.offset(before);
    if (zone.offset(after) === offset) continue;
    while (after - before > MINUTE_MS) {
      const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
      if (zone.offset(middle) === offset) before = middle;
      else after = middle;
    }
    found.push(after);
  }
  return found;
}

/** The rule from `at`, which is the local time before it (RFC 5545 §3.6.5). */
function observance(zone: IANAZone, at: number, before: number): string {
  const [now, then] = [zone.offset(at), zone.offset(before)];
  const local = new Date(at + then * MINUTE_MS).toISOString();
  return component(DateTime.fromMillis(at, { zone }).isInDST ? 'DAYLIGHT' : 'STANDARD', [
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
