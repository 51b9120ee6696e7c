import { DateTime, FixedOffsetZone } from 'luxon';
import { instantOfLocalTime, offsetAt } from './local-time.js';
import { DATE_FORMATS, type DateFormat } from './tolerant-date-formats.js';
import { mergeParts, type DatePart } from './tolerant-date-parts.js';
import { RELATIVE_FORMATS } from './tolerant-date-words.js';

/** The years 1 to 9999, which PostgreSQL stores and ISO 8601 represents without further agreement. */
const MIN_SECONDS = -62_135_596_800;
const END_SECONDS = 253_402_300_800;
/** Maximum length of a date, in characters; longer texts are rejected without parsing. */
const MAX_LENGTH = 100;
const UNIX = /^@(-?\d{1,12}(?:\.\d{1,6})?)$/;
const SEPARATORS = /[\s,]*/y;
/** A part ends at the end of a number or a word. */
const END = String.raw`(?!(?<=\d)\d|(?<=[a-z])[a-z])`;

const PARSERS = [...DATE_FORMATS, ...RELATIVE_FORMATS].map(
  ([pattern, read]: DateFormat) => [new RegExp(`(?:${pattern})${END}`, 'iy'), read] as const,
);

/**
 * Parses a date as people write it (contract §1.5): a sequence of parts in any order, as in PHP. A time counts in any
 * position: `9am Friday` means 9:00, whereas PHP resets the time at the day.
 *
 * @param zone IANA name of the zone of a text without an offset
 * @param now seconds since 1970, for words like `tomorrow`
 * @returns seconds since 1970, or null if the text is not a supported date
 */
export function parseDate(text: string, zone: string, now: number): number | null {
  if (text.length > MAX_LENGTH) return null;
  const trimmed = text.trim();
  const unix = UNIX.exec(trimmed)?.[1];
  if (unix !== undefined) return inRange(Number(unix));
  const parts = partsOf(trimmed);
  const parsed = parts && mergeParts(parts);
  const instant = parsed && instantOf(parsed, zone, now);
  return instant === null ? null : inRange(instant);
}

/** Over a year, and no whole number of weeks, days or hours: changes whatever a date takes from the current time. */
const SHIFT_SECONDS = 400 * 86_400 + 3_661;

/** Whether a date depends on the current time, such as `tomorrow`, `14:00` or `29 May`. */
export const isRelativeDate = (text: string, zone: string, now: number): boolean =>
  parseDate(text, zone, now) !== parseDate(text, zone, now + SHIFT_SECONDS);

/** Returns null if a part of the text is not recognised. */
function partsOf(text: string): DatePart[] | null {
  const parts: DatePart[] = [];
  let at = 0;
  while (at < text.length) {
    const longest = longestPart(text, at);
    if (!longest) return null;
    parts.push(longest.part);
    at = skipSeparators(text, longest.end);
  }
  return parts;
}

/** The longest match wins: `1.2.2015` is not a time with a suffix. */
function longestPart(text: string, at: number): { part: DatePart; end: number } | null {
  let longest: { part: DatePart; end: number } | null = null;
  for (const [pattern, read] of PARSERS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match || pattern.lastIndex <= (longest?.end ?? at)) continue;
    const part = read(match.groups ?? {});
    if (part) longest = { part, end: pattern.lastIndex };
  }
  return longest;
}

function skipSeparators(text: string, at: number): number {
  SEPARATORS.lastIndex = at;
  SEPARATORS.exec(text);
  return SEPARATORS.lastIndex;
}

function inRange(seconds: number): number | null {
  return seconds >= MIN_SECONDS && seconds < END_SECONDS ? seconds : null;
}

/**
 * Resolves a parsed date to an instant. Adds days, weeks, months and years on the calendar of the zone, and hours and
 * smaller units as elapsed time, regardless of daylight saving time.
 *
 * @param defaultZone IANA name of the zone used if the date has neither an offset nor a zone
 * @param now seconds since 1970
 * @returns seconds since 1970; null if the parts are contradictory or incomplete
 */
function instantOf(parsed: DatePart, defaultZone: string, now: number): number | null {
  const zone = parsed.zone ?? defaultZone;
  const here = parsed.offset === undefined ? zone : FixedOffsetZone.instance(parsed.offset);
  const local = DateTime.fromSeconds(now, { zone: here });
  const today = DateTime.utc(local.year, local.month, local.day);
  const day = dayOf(parsed, today);
  if (day === null) return null;
  const clock = local.hour * 3600 + local.minute * 60 + local.second;
  const saysNoTime = parsed.time === undefined && !parsed.date && !parsed.midnight;
  const time = saysNoTime ? clock : (parsed.time ?? 0);
  const localSeconds = day.plus({ days: parsed.days ?? 0 }).toSeconds() + time;
  const shown = instantShown();
  return shown === null ? null : shown + (parsed.seconds ?? 0);

  function instantShown(): number | null {
    if (parsed.offset !== undefined) {
      const instant = localSeconds - parsed.offset * 60;
      // RFC 9557 §3.4: the offset and the zone contradict each other.
      const isWrong = parsed.isAnnotation && !parsed.isZulu && offsetAt(instant, zone) !== parsed.offset * 60;
      return isWrong ? null : instant;
    }
    // In the hour that the clocks repeat, `now` means now, not an hour ago.
    if (saysNoTime && localSeconds === today.toSeconds() + clock) return Math.floor(now);
    return instantOfLocalTime(localSeconds, zone);
  }
}

/** Returns the day before relative days are added, as midnight in UTC. */
function dayOf(parsed: DatePart, today: DateTime): DateTime | null {
  const { year = today.year, month, day: dayGiven } = parsed.date ?? { month: today.month, day: today.day };
  // As in PHP, `may 10am` is this day of May.
  const day = dayGiven ?? (parsed.time === undefined ? undefined : today.day);
  const firstOfMonth = DateTime.utc(year, 1, 1).plus({ months: month - 1 });
  if (parsed.edge || parsed.nth) return withinMonth(parsed, monthsLater(firstOfMonth, parsed));
  // The name of a month alone is not a date.
  if (day === undefined) return null;
  const named = firstOfMonth.plus({ days: day - 1 });
  const chosen = named.plus({ days: daysToWeekday(parsed, named.weekday) });
  const plainWeekday = parsed.weekday !== undefined && !parsed.side && !parsed.week;
  // "Friday, 3 March 2015" was a Tuesday: reject it, because either part may be wrong.
  if (parsed.date && plainWeekday && !chosen.equals(named)) return null;
  // As in PHP, one month after 31 January is 3 March; Luxon would return 28 February.
  return monthsLater(chosen.startOf('month'), parsed).plus({ days: chosen.day - 1 });
}

function monthsLater(first: DateTime, { years = 0, months = 0 }: DatePart): DateTime {
  return first.plus({ years, months });
}

/** The first day, the last day or the nth weekday of a month. */
function withinMonth({ edge, nth = 1, weekday }: DatePart, first: DateTime): DateTime | null {
  if (edge && weekday !== undefined) return null;
  if (edge) return edge === 'first' ? first : first.plus({ months: 1 }).minus({ days: 1 });
  const from = nth > 0 ? first : first.plus({ months: 1 });
  const weeks = nth > 0 ? nth - 1 : nth;
  return from.plus({ weeks, days: ((weekday ?? 1) - from.weekday + 7) % 7 });
}

/** @param from 1 is Monday, 7 is Sunday */
function daysToWeekday({ weekday, side, week }: DatePart, from: number): number {
  // `next week` alone means its Monday, as in PHP.
  if (week) return (weekday ?? 1) - from;
  if (weekday === undefined) return 0;
  const ahead = (weekday - from + 7) % 7;
  if (side === 'before') return ahead - 7;
  return side === 'after' && ahead === 0 ? 7 : ahead;
}
