import { Validation } from '../common/validation.js';
import { isTimeZone, zoneName } from '../date/zone-name.js';
import { zonesOfAbbreviation } from '../date/zone-suggestions.js';

/** A century: a longer way is that of a mistyped year. */
const MAX_DAYS = 36_525;
/** 31 days. */
const MAX_MINUTES = 31 * 24 * 60;

/** How a programme moves. Exactly one of them is given. */
export interface GivenShift {
  readonly byDays?: number | null | undefined;
  readonly byMinutes?: number | null | undefined;
  /** IANA name. */
  readonly newZone?: string | null | undefined;
}

/** How a programme moves, and the field that says so. */
export interface Shift {
  readonly field: keyof GivenShift;
  /** Days of the calendar: the clock shows the same time on another day. */
  readonly days: number;
  /** Elapsed time. */
  readonly minutes: number;
  /** The zone whose clock shows what that of the present one showed; undefined: the present one. */
  readonly zone: string | undefined;
}

/** @throws DomainError INVALID with all problems */
export function validShift(given: GivenShift): Shift {
  const { byDays, byMinutes, newZone } = given;
  const validation = new Validation();
  const [field, ...others] = (['byDays', 'byMinutes', 'newZone'] as const).filter((name) => given[name] != null);
  if (field === undefined || others.length > 0) validation.add('SHIFT_AMBIGUOUS');
  if (Math.abs(byDays ?? 0) > MAX_DAYS) validation.add('NUMBER_OUT_OF_RANGE', 'byDays');
  if (Math.abs(byMinutes ?? 0) > MAX_MINUTES) validation.add('NUMBER_OUT_OF_RANGE', 'byMinutes');
  if (newZone != null && !isTimeZone(newZone)) {
    validation.addUnknown('TIME_ZONE_UNKNOWN', 'newZone', zonesOfAbbreviation(newZone));
  }
  validation.throwIfInvalid();
  return {
    field: field ?? 'byDays',
    days: byDays ?? 0,
    minutes: byMinutes ?? 0,
    zone: newZone == null ? undefined : zoneName(newZone),
  };
}
