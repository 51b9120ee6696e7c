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
  line('DTEND;VALUE=DATE', dayAfter(last < first ? first : last)),
  line('TRANSP', 'TRANSPARENT'),
];
