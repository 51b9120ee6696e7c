import { IANAZone } from 'luxon';

const DAY = 86_400;

/**
 * Converts a local time in a zone to an instant. A repeated time resolves to the first of the two instants; a skipped
 * one is shifted forward by the length of the gap. The result does not depend on the current date.
 *
 * @param shown the local time, as seconds since 1970 in UTC
 * @param zone an IANA name
 * @returns seconds since 1970
 */
export function instantShownAs(shown: number, zone: string): number {
  const clocks = IANAZone.create(zone);
  const offsetAt = (seconds: number) => clocks.offset(seconds * 1000) * 60;
  const [before, after] = [offsetAt(shown - DAY), offsetAt(shown + DAY)];
  const [early, late] = [shown - before, shown - after];
  return offsetAt(early) !== before && offsetAt(late) === after ? late : early;
}
