import { instantOfLocalTime, offsetAt } from '../../../core/date/local-time.js';
import { isTimeZone } from '../../../core/date/zone-name.js';
import { hasDate, readDate, type DateOrder, type EventDays } from './calendar-dates.js';

/** `10:00`, `9:30:00.000`, `14h30`, `9 AM`, `16:00 Uhr`, with the groups of hour, minute, second and half of the day. */
const CLOCK =
  /^(\d{1,2})(?:[:h](\d{2}))?(?::(\d{2})(?:\.\d+)?)?(?:\s*([ap])\.?\s?m\.?(?![\p{L}\p{N}])|\s*(?:uhr|hrs?|h)(?![\p{L}\p{N}]))?/iu;
/** `0930`. */
const FOUR_DIGITS = /^([01]\d|2[0-4])([0-5]\d)(?!\d)/;
/** An offset or the zone of the RFC 9557 annotation. */
const ZONE = /^\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?\s*(?:\[!?([a-z0-9/_+-]+)\])?$/i;
const DAY = 24 * 3600;
/** Of a date with its time, in characters. */
const MAX_LENGTH = 200;

/** A clock time in seconds from midnight, and the text after it. */
interface Clock {
  readonly seconds: number;
  readonly rest: string;
}

/**
 * Parses a date with a time, strictly: 30 February is no date, unlike in forms, whose dates are tolerant. Repeated and
 * skipped local times are those of `instantOfLocalTime`.
 *
 * @param zone IANA name, for times without an offset
 * @param order of the day and the month in dates with slashes
 * @param days of the event, for dates without a year; if it is one day, for times without a date
 * @returns seconds since 1970; null if it is not a date and time
 */
export function parseTime(
  text: string,
  zone: string,
  order: DateOrder = 'month-first',
  days?: EventDays,
): number | null {
  const date = text.length > MAX_LENGTH ? null : (readDate(text.trim(), order, days) ?? onlyDay(text.trim(), days));
  const clock = date && readClock(date.rest.replace(/^(?:\s+(?:at|um|à|kl\.?)\s+|[\s,T]+(?=\d))/i, ''));
  const [whole, offset, annotated] = (clock && ZONE.exec(clock.rest)) ?? [];
  if (!date || !clock || whole === undefined || clock.rest === date.rest) return null;
  return instantOf(date.seconds + clock.seconds, offset, annotated, zone);
}

const onlyDay = (text: string, days: EventDays | undefined) =>
  days && days.first === days.last ? { seconds: days.first, rest: text } : null;

/**
 * The first instant at or after another one that shows a clock time, such as the end `00:30` of a talk.
 *
 * @returns seconds since 1970; null if the text is not a clock time
 */
export function timeAfter(text: string, startsAt: number, zone: string): number | null {
  const clock = text.length > MAX_LENGTH ? null : readClock(text.trim());
  if (clock?.rest.trim() !== '') return null;
  const shown = startsAt + offsetAt(startsAt, zone);
  const midnight = shown - (((shown % DAY) + DAY) % DAY);
  const onThisDay = instantOfLocalTime(midnight + clock.seconds, zone);
  return onThisDay >= startsAt ? onThisDay : instantOfLocalTime(midnight + DAY + clock.seconds, zone);
}

const RANGE = /^(.*\d[:h]\d{2}\D*?)(\s*(?:[-–—]|to|bis)\s*)(\d{1,2}[:h]\d{2}\D*)$/iu;

/** A whole text of two times without colons: `9am - 10:30am`, `0900-0930`. */
const SHORT_RANGE =
  /^(\d{4}|\d{1,2}(?::\d{2})?\s*[ap]\.?m\.?)\s*(?:[-–—]|to|bis)\s*(\d{4}|\d{1,2}(?::\d{2})?\s*[ap]\.?m\.?)$/iu;

/**
 * Splits `14:00-15:30` at the dash between two clock times. After a date, the dash has blanks around it, unlike that of an
 * offset.
 *
 * @returns the start and the end; undefined for other texts
 */
export function rangeIn(text: string): readonly [start: string, end: string] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [short, from, until] = SHORT_RANGE.exec(text.trim()) ?? [];
  if (short !== undefined && from !== undefined && until !== undefined) return [from, until];
  const [, start, dash, end] = RANGE.exec(text.trim()) ?? [];
  if (start === undefined || dash === undefined || end === undefined) return undefined;
  return hasDate(start) && dash === '-' ? undefined : [start.trim(), end];
}

/** Reads a clock time at the begin of a text; null if there is none. `24:00` is the end of the day. */
function readClock(text: string): Clock | null {
  const [whole, hours, minutes, seconds = '0', half] = FOUR_DIGITS.exec(text) ?? CLOCK.exec(text) ?? [];
  if (whole === undefined || (minutes === undefined && half === undefined)) return null;
  const [hour, minute, second] = [Number(hours), Number(minutes ?? 0), Number(seconds)];
  const isEnd = hour === 24 && minute === 0 && second === 0;
  if (minute > 59 || second > 59 || (hour > 23 && !isEnd)) return null;
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const inDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return { seconds: inDay * 3600 + minute * 60 + second, rest: text.slice(whole.length) };
}

/** @param annotated the zone that the text names, which must have its offset; @param zone that of texts without either */
function instantOf(
  shown: number,
  offset: string | undefined,
  annotated: string | undefined,
  zone: string,
): number | null {
  if (annotated !== undefined && !isTimeZone(annotated)) return null;
  if (offset === undefined) return instantOfLocalTime(shown, annotated ?? zone);
  const east = secondsEast(offset);
  const isWrong = annotated !== undefined && !/^z$/i.test(offset) && offsetAt(shown - east, annotated) !== east;
  return isWrong ? null : shown - east;
}

function secondsEast(offset: string): number {
  if (/^[a-z]/i.test(offset)) return 0;
  const [, hours = 0, minutes = 0] = /^.(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  const size = Number(hours) * 3600 + Number(minutes) * 60;
  return offset.startsWith('-') ? -size : size;
}
