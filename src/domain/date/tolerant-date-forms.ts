import { DateTime, Info } from 'luxon';
import type { DatePart } from './tolerant-date-parts.js';

/** What a pattern caught, by the names of its groups. */
export type Caught = Readonly<Record<string, string | undefined>>;
/** A pattern, as the source of a regular expression, and what it says. */
export type Form = readonly [pattern: string, read: (caught: Caught) => DatePart];

const MONTHS = Info.months('long', { locale: 'en' }).map((name) => name.slice(0, 3).toLowerCase());
const MONTH_NAME = `(?<name>${Info.months('long', { locale: 'en' }).join('|')}|${MONTHS.join('|')}|sept)\\.?`;
const YEAR = String.raw`(?<year>\d{4})`;
const MONTH = '(?<month>1[0-2]|0?[1-9])';
const MONTH_PADDED = '(?<month>1[0-2]|0[1-9])';
/** 31 is a day of every month: what a month lacks is counted on into the next one (contract §1.5). */
const DAY = '(?<day>3[01]|[12][0-9]|0?[1-9])';
const DAY_PADDED = '(?<day>3[01]|[12][0-9]|0[1-9])';
const DAY_SPOKEN = `${DAY}(?:st|nd|rd|th)?`;
/** Two digits are a year only where they cannot be an hour. */
const YEAR_SPOKEN = String.raw`(?<year>\d{4}|\d\d(?![:.]\d|\s*[ap]\.?m))`;
const MINUTE = '(?<minute>[0-5][0-9])';
/** 60 is a leap second. */
const SECOND = '(?<second>[0-5][0-9]|60)';
const FRACTION = String.raw`(?:[.,](?<fraction>\d{1,9}))?`;
const HOUR = '(?<hour>2[0-3]|[01]?[0-9])';
const CLOCK = `${HOUR}:${MINUTE}(?::${SECOND}${FRACTION})?`;
/** The letter between an ISO date and its time. */
const T = String.raw`(?<=\d)T`;

/** The names that RFC 2822 knows, in hours east of Greenwich. */
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
 * How dates, times and offsets are written (contract §1.5).
 *
 * Four digits alone are no date on purpose: PHP takes `2015` for a quarter past eight in the evening of today, its
 * writer surely did not. Nor are longer numbers, but for the ISO forms of eight and seven digits.
 */
export const FORMS: readonly Form[] = [
  // `2015-01-00` is not January at an offset of nothing.
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
  // As C writes it, which HTTP knows too: the year comes last.
  [String.raw`${MONTH_NAME}\s+${DAY}\s+${CLOCK}\s+${YEAR}`, (caught) => ({ ...dated(caught), ...timed(caught) })],
  [
    `(?<zone>${[...ZONES.keys()].join('|')})`,
    ({ zone }) => ({ offset: 60 * (ZONES.get(String(zone).toLowerCase()) ?? 0) }),
  ],
  [String.raw`(?:GMT|UTC)?(?<sign>[+-])(?<hour>2[0-3]|[01][0-9])(?::?${MINUTE})?(?:\s*\([A-Za-z ]*\))?`, offset],
];

function dated({ year, month, name, day }: Caught): DatePart {
  const date = { month: name ? monthOf(name) : Number(month ?? 1), day: Number(day ?? 1) };
  return { date: year ? { ...date, year: fullYear(year) } : date };
}

/** Week 53 of a year of 52 weeks is the first one of the next. */
function inWeek({ year, week, weekday }: Caught): DatePart {
  const first = DateTime.utc(Number(year), 1, 4).startOf('week');
  const date = first.plus({ weeks: Number(week) - 1, days: Number(weekday ?? 1) - 1 });
  return { date: { year: date.year, month: date.month, day: date.day } };
}

function timed({ hour, half, minute, second, fraction }: Caught): DatePart {
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  const seconds = Number(`${second ?? 0}.${fraction ?? 0}`);
  return { time: hours * 3600 + Number(minute ?? 0) * 60 + seconds };
}

function offset({ sign, hour, minute }: Caught): DatePart {
  const minutes = Number(hour) * 60 + Number(minute ?? 0);
  return { offset: sign === '-' ? -minutes : minutes };
}

/** Two digits are a year from 1970 to 2069. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf(String(name).slice(0, 3).toLowerCase()) + 1;
}
