import type { RowReply } from '../../src/http/rows/row.js';
import { componentOf, line, text } from './lines.js';

const HEADERS = { 'Content-Type': 'text/calendar; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };

/** How often clients reload a calendar: rarely, and often while something happens. */
export const reload = { rarely: 'PT6H', often: 'PT15M' } as const;

/** A calendar, and how often clients should reload it (RFC 7986 §5.7). */
interface Calendar {
  readonly name: string;
  readonly reloadAfter: (typeof reload)[keyof typeof reload];
  /** Complete components: time zones first. */
  readonly components: Iterable<string>;
}

/** A response with a calendar (RFC 5545, RFC 7986). */
export function calendarReply({ name, reloadAfter, components }: Calendar): RowReply {
  return {
    headers: HEADERS,
    body: componentOf(
      'VCALENDAR',
      [
        line('VERSION', '2.0'),
        line('PRODID', '-//Lectern//Schedule//EN'),
        line('CALSCALE', 'GREGORIAN'),
        line('NAME', text(name)),
        line('X-WR-CALNAME', text(name)),
        line('REFRESH-INTERVAL;VALUE=DURATION', reloadAfter),
        line('X-PUBLISHED-TTL', reloadAfter),
      ],
      components,
    ),
  };
}
