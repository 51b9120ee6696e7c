import { DateTime, Info } from 'luxon';
import { abbreviations } from './zone-suggestions.js';
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
/** Digits before `:30` and `am` are an hour. */
const NO_HOUR = String.raw`(?![:.]\d|\s*[ap]\.?m)`;
const DAY_SPOKEN = `${DAY}(?:st|nd|rd|th)?`;
const WHOLE_YEAR = String.raw`(?<year>[1-9]\d{3})`;
const YEAR_SPOKEN = String.raw`(?<year>[1-9]\d{3}|\d\d${NO_HOUR})`;
/** `Feb -1400` has an offset, not a year. */
const BEFORE_YEAR = String.raw`(?:[\s,]+|-|\s+-\s+)`;
const MINUTE = '(?<minute>[0-5][0-9])';
/** 60 is a leap second. */
const SECOND = '(?<second>[0-5][0-9]|60)';
const FRACTION = String.raw`(?:[.,](?<fraction>\d{1,9}))?`;
const HOUR = '(?<hour>2[0-3]|[01]?[0-9])';
const CLOCK = `${HOUR}:${MINUTE}(?::${SECOND}${FRACTION})?`;
/** The separator between an ISO 8601 date and its time. */
const T = String.raw`(?<=\d)T`;

/**
 * Abbreviations with one offset, in hours east of UTC: those of RFC 2822, `utc`, and those that the legacy grammar reads.
 * Ambiguous ones, such as `IST`, are none.
 */
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ z: 0, ut: 0, utc: 0, gmt: 0 },
    ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
    ...{ wet: 0, west: 1, bst: 1, cet: 1, cest: 2, met: 1, mest: 2, eet: 2, eest: 3, msk: 3 },
    ...{ jst: 9, kst: 9, awst: 8, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
  }),
);
const ZONE_WORD = `(?<zone>${[...ZONES.keys()].join('|')})`;
/** Up to 15 hours, as in PostgreSQL: `-17:00` is the end of a range. */
const OFFSET = `(?<sign>[+-])(?<offsetHour>0[0-9]|1[0-5])(?::?(?<offsetMinute>[0-5][0-9]))?`;
/** `29 May 9:00-12:00` is a range of times, `2026-05-29 09:00-05:00` has an offset. */
const NO_RANGE = String.raw`(?<!(?:[ap]\.?m\.?|(?:^|[^\dT:])(?<!\d{4}-\d\d-\d\d\s+)\d{1,2}:\d\d)(?=-\d\d(?!\d)))`;
/** The name of the offset, as JavaScript (`(CEST)`) and Go (`CEST`, `+02`) append it. */
const OFFSET_NAME = String.raw`(?:\s*\([A-Za-z ]*\)|\s+(?:${[...ZONES.keys(), ...abbreviations].join('|')}|[+-]\d\d(?:\d\d)?))`;

/** After the end of a date, a time, an offset or another annotation. */
const ANNOTATED = String.raw`(?<=[\dZ\]])`;

/** The suffixes of RFC 9557: the zone that Temporal and Java append, and the calendar, whose dates are ISO 8601 too. */
const ANNOTATIONS: readonly DateFormat[] = [
  [
    String.raw`${ANNOTATED}\[!?(?<zone>[a-z][a-z0-9_+-]*(?:/[a-z0-9_+-]+)*)\]`,
    ({ zone = '' }) => (isTimeZone(zone) ? { zone, isAnnotation: true } : null),
  ],
  // A zone of one offset must repeat it.
  [String.raw`(?<=(?<same>[+-]\d\d:\d\d))\[!?\k<same>\]`, () => ({})],
  [String.raw`${ANNOTATED}\[(?:!?u-ca=(?:iso8601|gregory)|[a-z_][a-z0-9_-]*=[a-z0-9-]+)\]`, () => ({})],
];

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
  [String.raw`${DAY_SPOKEN}[\s.-]*${MONTH_NAME}(?:${BEFORE_YEAR}?${YEAR_SPOKEN})?`, dated],
  [String.raw`${MONTH_NAME}[\s-]*${DAY_SPOKEN}${NO_HOUR}(?:${BEFORE_YEAR}${WHOLE_YEAR})?`, dated],
  // PostgreSQL's: `Mar-14-22`. Only after an abbreviation of three letters, as in the legacy grammar.
  [`(?<name>${MONTHS.join('|')})-${DAY_PADDED}-${YEAR_SPOKEN}`, dated],
  [`${MONTH_NAME}${BEFORE_YEAR}?${WHOLE_YEAR}`, dated],
  [String.raw`${YEAR}[\s-]${MONTH_NAME}(?:[\s-]${DAY})?`, dated],
  [MONTH_NAME, ({ name }) => ({ date: { month: monthOf(name) } })],
  [`(?:${T})?${CLOCK}`, timed],
  [`(?:${T})?24:00(?::00)?`, () => ({ time: 86_400 })],
  [`${T}(?<hour>2[0-3]|[01][0-9])(?:${MINUTE}(?:${SECOND}${FRACTION})?)?`, timed],
  [String.raw`(?<hour>1[0-2]|0?[1-9])(?:[:.]${MINUTE}(?:[:.]${SECOND})?)?\s*(?<half>[ap])\.?m\.?`, timed],
  // The asctime format of C, also used in HTTP: the year is last. `date` and Java insert a zone.
  [
    String.raw`${MONTH_NAME}\s+${DAY}\s+${CLOCK}(?:\s+(?:${ZONE_WORD}|(?:GMT|UTC)${OFFSET}))?\s+${YEAR}`,
    ({ zone, ...groups }) => ({
      ...{ ...dated(groups), ...timed(groups) },
      ...(zone !== undefined && inZone({ zone })),
      ...(groups['sign'] !== undefined && { offset: minutesEast(groups) }),
    }),
  ],
  [ZONE_WORD, inZone],
  // Requires a slash: names such as `Cuba` or `MET` are words as well (decisions no. 30).
  ['(?<zone>[a-z]+(?:/[a-z][a-z0-9_+-]*)+)', ({ zone = '' }) => (isTimeZone(zone) ? { zone } : null)],
  [`(?:GMT|UTC)${OFFSET}${OFFSET_NAME}?`, (groups) => ({ offset: minutesEast(groups) })],
  [`${NO_RANGE}${OFFSET}${OFFSET_NAME}?`, (groups) => ({ offset: minutesEast(groups), followsTime: true })],
  // The monotonic clock that Go appends.
  [String.raw`m=[+-]\d+\.\d+`, () => ({})],
  ...ANNOTATIONS,
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

function inZone({ zone }: MatchGroups): DatePart {
  const word = String(zone).toLowerCase();
  const offset = 60 * (ZONES.get(word) ?? 0);
  return word === 'z' ? { offset, isZulu: true } : { offset };
}

function minutesEast({ sign, offsetHour, offsetMinute }: MatchGroups): number {
  const minutes = Number(offsetHour) * 60 + Number(offsetMinute ?? 0);
  return sign === '-' ? -minutes : minutes;
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
