import { instantShown, localTimeOf } from '../date/local-time.js';
import { shownOffset } from '../date/zoned.js';
import { domainError } from '../errors.js';
import type { Shift } from './programme-shift.js';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** An instant and its local time, both in seconds since 1970 (in UTC); null: the local time that the zone has then. */
interface ShownTime {
  readonly at: number;
  readonly local: number | null;
}

/** The seconds by which a time moves, and its new local time, such as `2026-12-05T09:00:00`. */
interface ShiftedTime {
  readonly seconds: number;
  readonly local: string;
}

/**
 * Moves a time.
 *
 * @param present the zone of the time
 * @throws DomainError INVALID if it would be before the year 1 or after the year 9999
 */
export function shiftedTime({ at, local }: ShownTime, present: string, shift: Shift): ShiftedTime {
  const { field, days, minutes, zone = present } = shift;
  const start = Math.floor(at);
  const shown = local ?? start + shownOffset(at, present);
  const end = minutes === 0 ? instantShown(shown + days * DAY, zone) : start + minutes * MINUTE;
  const newLocal = localTimeOf(end, zone);
  if (newLocal === null) throw domainError('INVALID', 'NUMBER_OUT_OF_RANGE', field);
  return { seconds: end - start, local: newLocal };
}
