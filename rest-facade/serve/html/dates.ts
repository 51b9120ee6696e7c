const DATE_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/;

/** Formats the local time of a value: the reader sees the times of the venue, not of the server. */
const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

/**
 * Returns an ISO 8601 date and time in words, in its own offset: `Saturday 20 June 2026 at 11:00`.
 *
 * @returns undefined for any other text
 */
export function dateInWords(text: string): string | undefined {
  const [, local] = DATE_TIME.exec(text) ?? [];
  const date = new Date(`${local ?? ''}Z`);
  return Number.isNaN(date.getTime()) ? undefined : format.format(date);
}
