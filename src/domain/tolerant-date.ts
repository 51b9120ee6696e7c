import { DateTime } from 'luxon';
import { instantShownAs } from '../time/wall-clock.js';

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

/** The years 1 to 9999: what PostgreSQL keeps and ISO 8601 writes without further agreement. */
const EARLIEST = -62_135_596_800;
const LATEST = 253_402_300_799;

const DAYS_FROM_TODAY: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);
/** No date is longer; many readings are tried, so what cannot be one is not tried at all. */
const LONGEST = 100;
const TIME_ALONE = /^\d\d:\d\d(?::\d\d)?$/;

/**
 * Reads a date as people write it (contract §1.5).
 *
 * @param zone IANA name of the zone in which a text without an offset is read
 * @param now seconds since 1970, for words like `tomorrow`
 * @returns seconds since 1970, or null when the text is no date that is known here
 */
export function readDate(text: string, zone: string, now: number): number | null {
  if (text.length > LONGEST) return null;
  const trimmed = text.trim();
  const unix = /^@(-?\d{1,11})$/.exec(trimmed);
  if (unix) return withinReach(Number(unix[1]));
  const today = DateTime.fromSeconds(now, { zone });
  const day = DAYS_FROM_TODAY.get(trimmed.toLowerCase());
  if (day !== undefined) return today.startOf('day').plus({ days: day }).toSeconds();
  if (/^\d+$/.test(trimmed) && trimmed.length !== 8) return null;
  const dated = TIME_ALONE.test(trimmed) ? `${today.toISODate()} ${trimmed}` : trimmed;
  const inUtc = secondsOf(dated, 'UTC');
  if (inUtc === null) return null;
  // A text that says its own offset is the same instant wherever it is read.
  const saysOffset = secondsOf(dated, 'UTC+1') === inUtc;
  return withinReach(saysOffset ? inUtc : instantShownAs(inUtc, zone));
}

function secondsOf(text: string, zone: string): number | null {
  const readings = [
    () => DateTime.fromISO(text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T'), { zone }),
    () => DateTime.fromSQL(text, { zone }),
    () => DateTime.fromRFC2822(text, { zone }),
    ...FORMATS.map((format) => () => DateTime.fromFormat(text, format, { zone, locale: 'en' })),
  ];
  for (const read of readings) {
    const date = read();
    if (date.isValid) return date.toSeconds();
  }
  return null;
}

function withinReach(seconds: number): number | null {
  return seconds >= EARLIEST && seconds <= LATEST ? seconds : null;
}
