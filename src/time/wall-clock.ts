import { IANAZone } from 'luxon';

const DAY = 86_400;

/**
 * The instant at which the clocks of a zone show a time. A time that they show twice is the first of the two; one that
 * they skip is told as long after the change as it would have been without it. It does not depend on the season in
 * which it is asked.
 *
 * @param shown what the clocks show, as seconds since 1970 in UTC
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
