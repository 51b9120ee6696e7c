/** Dates of iCalendar, from those of the graph: ISO 8601 with an offset. */

const LOCAL_LENGTH = 19;
const DATE_LENGTH = 10;
const DAY_MS = 86_400_000;

const compact = (iso: string): string => iso.replaceAll(/[-:]/g, '');

/** Years have four digits in iCalendar. East of UTC, the last hours of 9999 are in the year +010000. */
const representable = (iso: string): string => (iso.startsWith('+') ? '9999-12-31T23:59:59' : iso);

/** The local date and time: `20260601T100000`. */
export const localTime = (iso: string): string => compact(representable(iso).slice(0, LOCAL_LENGTH));

/** The local date: `20260601`. */
export const localDate = (iso: string): string => compact(representable(iso).slice(0, DATE_LENGTH));

/** The day after the local date: `20260602`. */
export const dayAfter = (iso: string): string =>
  localDate(new Date(Date.parse(representable(iso).slice(0, DATE_LENGTH)) + DAY_MS).toISOString());

/** The time in UTC: `20260601T080000Z`. */
export const utcTime = (iso: string): string =>
  `${localTime(iso.endsWith('+00:00') ? iso : new Date(iso).toISOString())}Z`;

/** The number of the day in UTC. */
export const utcDay = (iso: string): number => Math.floor(Date.parse(iso) / DAY_MS);
