import { DateTime, Info } from 'luxon';
import { isTimeZone } from './zone-name.js';
import type { DatePart } from './tolerant-date-parts.js';

/** The named groups of a match. */
export type MatchGroups = Readonly<Record<string, string | undefined>>;
/** A pattern, as the source of a regular expression, and its parser, which returns null to reject a match. */
export type DateFormat = readonly [pattern: string, read: (groups: MatchGroups) => DatePart | null];

const MONTHS = Info.months('long', { locale: 'en' }).map((name) => name.slice(0, 3).toLowerCase());
const MONTH_NAME = `(?<name>${Info.months('long', { locale: 'en' }).join('|')}|${MONTHS.join('|')}|sept)\\.?`;
const YEAR = String.raw`(?<year>\d{4})`;
const MONTH = '(?<month>1[0-2]|0?[1-9])';
const MONTH_PADDED = '(?<month>1[0-2]|0[1-9])';
/** Accepts 31 for every month: excess days overflow into the next one (contract §1.5). */
const DAY = '(?<day>3[01]|[12][0-9]|0?[1-9])';
const DAY_PADDED = '(?<day>3[01]|[12][0-9]|0[1-9])';
const DAY_SPOKEN = `${DAY}(?:st|nd|rd|th)?`;
/** Two digits are a year only if they cannot be an hour. */
const YEAR_SPOKEN = String.raw`(?<year>\d{4}|\d\d(?![:.]\d|\s*[ap]\.?m))`;
const MINUTE = '(?<minute>[0-5][0-9])';
/** 60 is a leap second. */
const SECOND = '(?<second>[0-5][0-9]|60)';
const FRACTION = String.raw`(?:[.,](?<fraction>\d{1,9}))?`;
const HOUR = '(?<hour>2[0-3]|[01]?[0-9])';
const CLOCK = `${HOUR}:${MINUTE}(?::${SECOND}${FRACTION})?`;
/** The separator between an ISO 8601 date and its time. */
const T = String.raw`(?<=\d)T`;

/** Zone abbreviations of RFC 2822, and `utc`, in hours east of UTC. */
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
  }),
);

/**
 * Formats of dates, times and offsets (contract §1.5).
 *
 * Four digits alone are deliberately not a date: PHP parses `2015` as 20:15 today, which the author surely did not
 * mean. Longer numbers are not dates either, except the ISO 8601 forms of eight and seven digits.
 */
export const DATE_FORMATS: readonly DateFormat[] = [
  // The lookahead rejects `2015-01-00`: it is not January with a zero offset.
  [`${YEAR}-${MONTH}(?:-${DAY}|(?!-))`, dated],
  [`${YEAR}/${MONTH}/${DAY}`, dated],
  [`${YEAR}${MONTH_PADDED}${DAY_PADDED}`, dated],
  [`${YEAR}-?(?<day>00[1-9]|0[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-6])`, dated],
  [`${YEAR}-?W(?<week>0[1-9]|[1-4][0-9]|5[0-3])(?:-?(?<weekday>[1-7]))?`, inWeek],
  [String.raw`${MONTH}/${DAY}/(?<year>\d{4}|\d\d)`, dated],
  [`${DAY}[.-]${MONTH}[.-]${YEAR}`, dated],
  [String.raw`${DAY_SPOKEN}[\s.-]*${MONTH_NAME}(?:[\s,-]*${YEAR_SPOKEN})?`, dated],
  [String.raw`${MONTH_NAME}[\s-]*${DAY_SPOKEN}(?:[\s,-]+${YEAR})?`, dated],
  [String.raw`${MONTH_NAME}[\s-]*${YEAR}`, dated],
  [String.raw`${YEAR}[\s-]${MONTH_NAME}(?:[\s-]${DAY})?`, dated],
  [MONTH_NAME, ({ name }) => ({ date: { month: monthOf(name) } })],
  [`(?:${T})?${CLOCK}`, timed],
  [`(?:${T})?24:00(?::00)?`, () => ({ time: 86_400 })],
  [`${T}(?<hour>2[0-3]|[01][0-9])(?:${MINUTE}(?:${SECOND}${FRACTION})?)?`, timed],
  [String.raw`(?<hour>1[0-2]|0?[1-9])(?:[:.]${MINUTE}(?:[:.]${SECOND})?)?\s*(?<half>[ap])\.?m\.?`, timed],
  // The asctime format of C, also used in HTTP: the year is last.
  [String.raw`${MONTH_NAME}\s+${DAY}\s+${CLOCK}\s+${YEAR}`, (groups) => ({ ...dated(groups), ...timed(groups) })],
  [
    `(?<zone>${[...ZONES.keys()].join('|')})`,
    ({ zone }) => ({ offset: 60 * (ZONES.get(String(zone).toLowerCase()) ?? 0) }),
  ],
  // Requires a slash: names such as `Cuba` or `MET` are words as well (decisions.md no. 30).
  ['(?<zone>[a-z]+(?:/[a-z][a-z0-9_+-]*)+)', ({ zone = '' }) => (isTimeZone(zone) ? { zone } : null)],
  [String.raw`(?:GMT|UTC)?(?<sign>[+-])(?<hour>2[0-3]|[01][0-9])(?::?${MINUTE})?(?:\s*\([A-Za-z ]*\))?`, offset],
];

function dated({ year, month, name, day }: MatchGroups): DatePart {
  const date = { month: name ? monthOf(name) : Number(month ?? 1), day: Number(day ?? 1) };
  return { date: year ? { ...date, year: fullYear(year) } : date };
}

/** Week 53 of a year with 52 weeks is the first week of the next year. */
function inWeek({ year, week, weekday }: MatchGroups): DatePart {
  const first = DateTime.utc(Number(year), 1, 4).startOf('week');
  const date = first.plus({ weeks: Number(week) - 1, days: Number(weekday ?? 1) - 1 });
  return { date: { year: date.year, month: date.month, day: date.day } };
}

function timed({ hour, half, minute, second, fraction }: MatchGroups): DatePart {
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  const seconds = Number(`${second ?? 0}.${fraction ?? 0}`);
  return { time: hours * 3600 + Number(minute ?? 0) * 60 + seconds };
}

function offset({ sign, hour, minute }: MatchGroups): DatePart {
  const minutes = Number(hour) * 60 + Number(minute ?? 0);
  return { offset: sign === '-' ? -minutes : minutes };
}

/** Two digits mean a year from 1970 to 2069. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf(String(name).slice(0, 3).toLowerCase()) + 1;
}
