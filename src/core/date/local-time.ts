import { IANAZone } from 'luxon';

const DAY = 86_400;

/** The offset of a zone at an instant, in seconds east of UTC. @param seconds since 1970 */
export const offsetAt = (seconds: number, zone: string): number => IANAZone.create(zone).offset(seconds * 1000) * 60;

/**
 * Converts a local time in a zone to an instant, for every parser of dates. A repeated time resolves to the first of the
 * two instants; a skipped one is shifted forward by the length of the gap. So do RFC 5545 §3.3.5 and Temporal
 * (`compatible`). The result does not depend on the current date.
 *
 * @param shown the local time, as seconds since 1970 in UTC
 * @param zone an IANA name
 * @returns seconds since 1970
 */
export function instantOfLocalTime(shown: number, zone: string): number {
  const [before, after] = [offsetAt(shown - DAY, zone), offsetAt(shown + DAY, zone)];
  const [early, late] = [shown - before, shown - after];
  return offsetAt(early, zone) !== before && offsetAt(late, zone) === after ? late : early;
}
