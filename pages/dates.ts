import { DateTime } from 'luxon';

/** A time as the graph returns it, with the offset of its place. The reader sees the times of the venue. */
const local = (text: string): DateTime => DateTime.fromISO(text, { setZone: true, locale: 'en-GB' });

const DAY = 'cccc, d LLLL yyyy';

/** `Saturday, 5 June 2027`. */
export const dayInWords = (text: string): string => local(text).toFormat(DAY);

/** `Saturday, 5 June 2027, 10:00`. */
export const timeInWords = (text: string): string => local(text).toFormat(`${DAY}, HH:mm`);

/** `10:00`. */
export const clockTime = (text: string): string => text.slice(11, 16);

/** The time at which a talk ends: `10:30`. */
export const endTime = (text: string, minutes: number): string => local(text).plus({ minutes }).toFormat('HH:mm');

/** `Sat, 5 Jun`. */
export const shortDay = (text: string): string => local(text).toFormat('ccc, d LLL');

/** `2027-06-05`, which distinguishes days. */
export const dayOf = (text: string): string => text.slice(0, 10);

/**
 * The last day of an event, as a time on it. An end at 00:00 belongs to the day before, unless the start is at 00:00 too:
 * then both are days without a time.
 */
function lastDay(start: DateTime, end: DateTime): DateTime {
  const isMidnight = (time: DateTime) => time.toMillis() === time.startOf('day').toMillis();
  return end > start && isMidnight(end) && !isMidnight(start) ? end.minus({ days: 1 }) : end;
}

/** `Thursday, 3 to Saturday, 5 June 2027`: what both dates have in common is written once. */
export function daysInWords(from: string, to: string): string {
  const start = local(from);
  const end = lastDay(start, local(to));
  const last = end.toFormat(DAY);
  if (start.toISODate() === end.toISODate()) return last;
  if (start.year !== end.year) return `${start.toFormat(DAY)} to ${last}`;
  return `${start.toFormat(start.month === end.month ? 'cccc, d' : 'cccc, d LLLL')} to ${last}`;
}

/** `Saturday, 5 June 2027, 10:00 to 10:30`; without an end if the duration is unknown. */
export function talkTimeInWords(text: string, minutes: number): string {
  if (minutes === 0) return timeInWords(text);
  const [start, end] = [local(text), local(text).plus({ minutes })];
  const isSameDay = start.toISODate() === end.toISODate();
  return `${timeInWords(text)} to ${end.toFormat(isSameDay ? 'HH:mm' : `${DAY}, HH:mm`)}`;
}

/** The end of the day in its time zone, in seconds since 1970. */
export const endOfDay = (text: string, zone: string): number =>
  DateTime.fromISO(text).setZone(zone).endOf('day').toSeconds();

/** The time in seconds since 1970. */
export const secondsOf = (text: string): number => local(text).toSeconds();
