import { parseDate } from './tolerant-date.js';
import type { Validation } from '../common/validation.js';

/** The zone of dates without an offset, and the reference time of relative words such as `tomorrow`. */
export interface DateContext {
  /** IANA name. */
  readonly zone: string;
  /** Seconds since 1970. */
  readonly now: number;
}

/** Parses a required date. Seconds since 1970; null, which is never stored, if it is missing or unreadable. */
export function requiredDate(
  validation: Validation,
  field: string,
  text: string,
  dateContext: DateContext,
): number | null {
  if (text.trim() === '') {
    validation.add('FIELD_REQUIRED', field);
    return null;
  }
  const seconds = parseDate(text, dateContext.zone, dateContext.now);
  if (seconds === null) validation.add('DATE_UNREADABLE', field);
  return seconds;
}

/** Parses an optional date; null if the text is empty. */
export function optionalDate(
  validation: Validation,
  field: string,
  text: string | null,
  dateContext: DateContext,
): Date | null {
  if (text === null || text.trim() === '') return null;
  return dateOf(requiredDate(validation, field, text, dateContext));
}

/** Parses a bound of a list; undefined if there is none. Seconds since 1970. */
export function boundDate(
  validation: Validation,
  field: string,
  text: string | null | undefined,
  { zone, now }: DateContext,
): number | undefined {
  if (text == null) return undefined;
  const seconds = parseDate(text, zone, now);
  if (seconds === null) validation.add('DATE_UNREADABLE', field);
  return seconds ?? undefined;
}

/** Converts seconds since 1970 to the type of entities. */
export function dateOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
