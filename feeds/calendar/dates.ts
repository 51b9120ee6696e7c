/** Dates of iCalendar, from those of the graph: ISO 8601 with an offset. */

/** Of a local date and time; the offset follows. */
export const LOCAL_LENGTH = 19;
const DATE_LENGTH = 10;
const DAY_MS = 86_400_000;

const compact = (iso: string): string => iso.replaceAll(/[-:]/g, '');

/** The local date and time: `20260601T100000`. */
export const localTime = (iso: string): string => compact(iso.slice(0, LOCAL_LENGTH));

/** The local date: `20260601`. */
export const localDate = (iso: string): string => compact(iso.slice(0, DATE_LENGTH));

/** The day after the local date: `20260602`. Years have four digits in iCalendar, so the last day has none after it. */
export function dayAfter(iso: string): string {
  const next = new Date(Date.parse(iso.slice(0, DATE_LENGTH)) + DAY_MS).toISOString();
  return localDate(next.startsWith('+') ? iso : next);
}

/** The time in UTC: `20260601T080000Z`. */
export const utcTime = (iso: string): string =>
  `${localTime(iso.endsWith('+00:00') ? iso : new Date(iso).toISOString())}Z`;

/** The number of the day in UTC. */
export const utcDay = (iso: string): number => Math.floor(Date.parse(iso) / DAY_MS);
