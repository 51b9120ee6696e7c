import { readDate } from './tolerant-date.js';
import type { Validation } from '../validation.js';

/** In which zone dates without an offset are meant, and the moment from which words like `tomorrow` are reckoned. */
export interface DateReading {
  /** IANA name. */
  readonly zone: string;
  /** Seconds since 1970. */
  readonly now: number;
}

/** A date that must be given. Seconds since 1970; null, which is never stored, for one that is missing or unreadable. */
export function requiredDate(validation: Validation, field: string, text: string, reading: DateReading): number | null {
  if (text.trim() === '') {
    validation.add('FIELD_REQUIRED', field);
    return null;
  }
  const seconds = readDate(text, reading.zone, reading.now);
  if (seconds === null) validation.add('DATE_UNREADABLE', field);
  return seconds;
}

/** A date that may be missing: null where the text is empty. */
export function optionalDate(
  validation: Validation,
  field: string,
  text: string | null,
  reading: DateReading,
): Date | null {
  if (text === null || text.trim() === '') return null;
  return dateOf(requiredDate(validation, field, text, reading));
}

/** Seconds since 1970 as entities take them. */
export function dateOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
