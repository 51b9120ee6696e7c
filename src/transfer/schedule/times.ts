import { instantOfLocalTime, offsetAt } from '../../core/date/local-time.js';
import { isTimeZone } from '../../core/date/zone-name.js';

/** `2026-05-29T09:00:00+02:00[Europe/Paris]`, `2026-05-29 09:00`: the parts of date, time, offset and zone (RFC 9557). */
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?(?:\[!?([a-z0-9/_+-]+)\])?$/i;
/** `29.05.2026 09:00` and `5/29/2026 9:00`. */
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const MONTH_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const HALF_DAY = /\s*\b([ap])\.?m\.?$|(?<=\d)([ap])m$/i;

/** Each pattern with the groups of year, month, day, hour, minute and second. */
const patterns = [
  { pattern: ISO, order: [1, 2, 3, 4, 5, 6] },
  { pattern: DAY_FIRST, order: [3, 2, 1, 4, 5, 6] },
  { pattern: MONTH_FIRST, order: [3, 1, 2, 4, 5, 6] },
] as const;

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/**
 * Parses a date with a time, strictly: 30 February is no date, unlike in forms, whose dates are tolerant. Repeated and
 * skipped local times are those of `instantOfLocalTime`.
 *
 * @param zone IANA name, for times without an offset
 * @returns seconds since 1970; null if it is not a date and time
 */
export function parseTime(text: string, zone: string): number | null {
  const [suffix = '', spaced, attached] = HALF_DAY.exec(text.trim()) ?? [];
  const clock = text.trim().slice(0, text.trim().length - suffix.length);
  for (const { pattern, order } of patterns) {
    const match = pattern.exec(clock);
    if (!match) continue;
    const parts = inDay(partsOf(order, match), (spaced ?? attached)?.toLowerCase());
    return parts && secondsOf(parts, match[7], match[8], zone);
  }
  return null;
}

/** Converts the hours of a 12-hour clock; null if there is no such hour. */
function inDay(parts: Parts, half: string | undefined): Parts | null {
  if (half === undefined) return parts;
  if (parts.hour < 1 || parts.hour > 12) return null;
  return { ...parts, hour: (parts.hour % 12) + (half === 'p' ? 12 : 0) };
}

/** @param order groups of year, month, day, hour, minute and second */
function partsOf(order: readonly number[], groups: RegExpExecArray): Parts {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = order.map((at) => Number(groups[at] ?? 0));
  return { year, month, day, hour, minute, second };
}

/** @param annotated the zone that the text names, which must have its offset; @param zone that of texts without either */
function secondsOf(
  parts: Parts,
  offset: string | undefined,
  annotated: string | undefined,
  zone: string,
): number | null {
  const shown = shownSeconds(parts);
  if (shown === null || (annotated !== undefined && !isTimeZone(annotated))) return null;
  if (offset === undefined) return instantOfLocalTime(shown, annotated ?? zone);
  const east = secondsEast(offset);
  const isWrong = annotated !== undefined && !/z/i.test(offset) && offsetAt(shown - east, annotated) !== east;
  return isWrong ? null : shown - east;
}

/** The local time as seconds since 1970 in UTC; null if the calendar or the clock has no such time. */
function shownSeconds({ year, month, day, hour, minute, second }: Parts): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const isTime = hour < 24 && minute < 60 && second < 60;
  return isDate && isTime ? date.getTime() / 1000 + hour * 3600 + minute * 60 + second : null;
}

function secondsEast(offset: string): number {
  if (/z/i.test(offset)) return 0;
  const size = Number(offset.slice(1, 3)) * 3600 + Number(offset.slice(-2)) * 60;
  return offset.startsWith('-') ? -size : size;
}

/** Minutes of `hh:mm`, `hh:mm:ss` or a whole number of minutes; null for any other text. */
export function parseMinutes(text: string): number | null {
  const trimmed = text.trim();
  const clock = /^(\d{1,4}):([0-5]\d)(?::[0-5]\d)?$/.exec(trimmed);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const number = /^(\d{1,6})(?:\.0+)?(?:\s*(?:m|min|mins|minutes))?$/i.exec(trimmed);
  return number ? Number(number[1]) : null;
}
