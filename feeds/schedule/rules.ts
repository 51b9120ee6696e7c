/** Rules of the c3voc schedule formats, established by validation against the publishers' schemas. */

const MIN_SLUG_LENGTH = 4;
/** One slot of the timetable: the formats' unit of time. */
export const SLOT_MINUTES = 5;
const MAX_CLOCK_MINUTES = 23 * 60 + 59;
const MAX_MINUTES = 99 * 60 + 59;
/** Until this hour, talks after midnight belong to the previous day. */
export const DAY_BEGINS_AT = 4;
const ZONE = /^(?:UTC|[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+)$/;

const sanitize = (slug: string): string => slug.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '-');

/** `[a-z0-9_]{4,}`, from the slug of an event. */
export const acronymOf = (slug: string): string => sanitize(slug).replaceAll('-', '_').padEnd(MIN_SLUG_LENGTH, '_');

/** `<acronym>-<id>-<slug>`, unique in an event. It ends in a letter or a digit. */
export const slugOf = (acronym: string, { id, slug }: { readonly id: string; readonly slug: string }): string =>
  `${acronym}-${`${id}-${sanitize(slug)}`.replace(/[_-]+$/, '').padStart(MIN_SLUG_LENGTH, '0')}`;

/** `hh:mm`: the formats allow at most two digits for the hours. */
export function durationOf(minutes: number): string {
  const limited = Math.min(minutes, MAX_MINUTES);
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${pad(limited / 60)}:${pad(limited % 60)}`;
}

/** The same as the time of a clock: readers refuse a file with `24:00`, and do not show what has no length. */
export const clockDurationOf = (minutes: number): string =>
  durationOf(Math.min(minutes || SLOT_MINUTES, MAX_CLOCK_MINUTES));

/** A zone name that the formats accept; otherwise it is omitted. */
export const zoneOf = (name: string): string | undefined => (ZONE.test(name) ? name : undefined);

/** The date of the day to which a local time belongs. @param iso a time with an offset */
export function dayOf(iso: string): string {
  const date = iso.slice(0, 10);
  if (Number(iso.slice(11, 13)) >= DAY_BEGINS_AT) return date;
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
