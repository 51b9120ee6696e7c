import { DateTime } from 'luxon';

/** Forms beside ISO 8601, SQL and RFC 2822; the numeric ones as contract §1.5 reads them. */
const FORMATS = [
  'yyyyMMdd',
  'd-M-yyyy',
  'd.M.yyyy',
  'M/d/yyyy',
  'M/d/yyyy HH:mm',
  'd-M-yyyy HH:mm',
  'd.M.yyyy HH:mm',
  'MMMM d, yyyy',
  'MMMM d yyyy',
  'd MMMM yyyy',
  'd MMM yyyy',
  'MMM d, yyyy',
  'd MMMM yyyy HH:mm',
  'd MMM yyyy HH:mm',
];

const DAYS_FROM_TODAY: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 };

/**
 * Reads a date as people write it (contract §1.5).
 *
 * @param zone IANA name of the zone in which a text without an offset is read
 * @param now seconds since 1970, for words like `tomorrow`
 * @returns seconds since 1970, or null when the text is no date that is known here
 */
export function readDate(text: string, zone: string, now: number): number | null {
  const trimmed = text.trim();
  const unix = /^@(-?\d{1,11})$/.exec(trimmed);
  if (unix) return Number(unix[1]);
  const day = DAYS_FROM_TODAY[trimmed.toLowerCase()];
  if (day !== undefined) {
    return DateTime.fromSeconds(now, { zone }).startOf('day').plus({ days: day }).toSeconds();
  }
  if (/^\d+$/.test(trimmed) && trimmed.length !== 8) return null;
  const readings = [
    () => DateTime.fromISO(trimmed.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T'), { zone }),
    () => DateTime.fromSQL(trimmed, { zone }),
    () => DateTime.fromRFC2822(trimmed, { zone }),
    ...FORMATS.map((format) => () => DateTime.fromFormat(trimmed, format, { zone, locale: 'en' })),
  ];
  for (const read of readings) {
    const date = read();
    if (date.isValid) return date.toSeconds();
  }
  return null;
}
