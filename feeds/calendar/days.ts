import { dayAfter, localDate } from './dates.js';
import { line } from './lines.js';

/**
 * The lines of an entry for whole days. They show as free time, and `DTEND` is the day after the last one (RFC 5545
 * §3.6.1).
 *
 * @param first a time on the first day, with the offset of its zone
 * @param last a time on the last day
 */
export const wholeDays = (first: string, last: string): string[] => [
  line('DTSTART;VALUE=DATE', localDate(first)),
  line('DTEND;VALUE=DATE', dayAfter(lastDay(first, last))),
  line('TRANSP', 'TRANSPARENT'),
];

const MIDNIGHT = /T00:00:00(?![.\d])/;
const DAY_MS = 86_400_000;

/**
 * A time on the last day. An end at 00:00 belongs to the day before, unless the start is at 00:00 too: then both are days
 * without a time.
 */
export function lastDay(first: string, last: string): string {
  if (Date.parse(last) <= Date.parse(first)) return first;
  if (!MIDNIGHT.test(last) || MIDNIGHT.test(first)) return last;
  const date = last.slice(0, -'T00:00:00+00:00'.length);
  return `${new Date(Date.parse(`${date}T00:00:00Z`) - DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length)}${last.slice(date.length)}`;
}
