import { isoInZone, isoOfStored, shownOffset } from '../date/zoned.js';

/** The start of a talk; all numbers are seconds since 1970. */
interface StartRow {
  readonly startsAt: number;
  readonly startsLocal: number | null;
  readonly timeZone: string;
}

/** A time so many seconds after the start of a talk: by other rules than those of its start, it would be an hour off. */
export function isoAfterStart({ startsAt, startsLocal, timeZone }: StartRow, seconds: number): string {
  const at = startsAt + seconds;
  if (startsLocal === null) return isoInZone(at, timeZone);
  const deviation = startsLocal - Math.floor(startsAt) - shownOffset(startsAt, timeZone);
  return isoOfStored(at, Math.floor(at) + shownOffset(at, timeZone) + deviation, timeZone);
}
