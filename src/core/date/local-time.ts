import { IANAZone } from 'luxon';
import { localIso, shownOffset } from './zoned.js';

/**
 * What the clock of a zone shows, and back. Rules of zones change after a date was typed, so the local time is stored
 * beside the instant, with the version of the rules that relate them (docs/operate.md, Time zone rules).
 */

/** The version of the zone rules of this process, such as `2026c`; later ones sort after it. */
export const ZONE_RULES = process.versions.tz ?? '';

/** The newest version when this Lectern was released. */
export const NEWEST_ZONE_RULES = '2026d';

const DAY = 86_400;

/** The range of stored local times: the years 1 to 9999. */
const FIRST = -62_135_596_800;
const END = 253_402_300_800;

/**
 * The local time in a zone: `2026-12-05T09:00:00`, without an offset.
 *
 * @param seconds since 1970
 * @param zone an IANA name; UTC if it is unknown
 * @returns null before the year 1 and after the year 9999
 */
export function localTimeOf(seconds: number, zone: string): string | null {
  const shown = Math.floor(seconds) + shownOffset(seconds, zone);
  return shown >= FIRST && shown < END ? localIso(shown) : null;
}

/** Since 1973 all offsets change on whole minutes, in Newfoundland one minute after midnight until 2011. */
const MINUTE = 60;
const MINUTES_SINCE = Date.UTC(1973) / 1000;
const MAX_OFFSETS = 20_000;
/** By zone and minute: a file has many talks at few times. */
const offsets = new Map<string, number>();

/** The offset of a zone at an instant, in seconds east of UTC; NaN for an unknown zone. @param seconds since 1970 */
export function offsetAt(seconds: number, zone: string): number {
  if (!(seconds >= MINUTES_SINCE)) return IANAZone.create(zone).offset(seconds * 1000) * 60;
  const key = `${Math.floor(seconds / MINUTE)} ${zone}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    if (offsets.size >= MAX_OFFSETS) offsets.clear();
    offset = IANAZone.create(zone).offset(seconds * 1000) * 60;
    offsets.set(key, offset);
  }
  return offset;
}

/**
 * Converts a local time in a zone to an instant, for every parser of dates. A repeated time resolves to the first of the
 * two instants; a skipped one is shifted forward by the length of the gap. So do RFC 5545 §3.3.5 and Temporal
 * (`compatible`). The result does not depend on the current date.
 *
 * @param shown the local time, as seconds since 1970 in UTC
 * @param zone an IANA name
 * @returns seconds since 1970; NaN in an unknown zone
 */
export function instantOfLocalTime(shown: number, zone: string): number {
  const [before, after] = [offsetAt(shown - DAY, zone), offsetAt(shown + DAY, zone)];
  const [early, late] = [shown - before, shown - after];
  return offsetAt(early, zone) !== before && offsetAt(late, zone) === after ? late : early;
}

/** As `instantOfLocalTime`; an unknown zone counts as UTC. */
export function instantShown(shown: number, zone: string): number {
  const instant = instantOfLocalTime(shown, zone);
  return Number.isNaN(instant) ? shown : instant;
}

/** The instant of a local time such as `2026-12-05T09:00:00`, in seconds since 1970. */
export const instantOf = (local: string, zone: string): number => instantShown(Date.parse(`${local}Z`) / 1000, zone);

const dayOf = (seconds: number, zone: string): number => Math.floor((seconds + shownOffset(seconds, zone)) / DAY);

/** The start of the local day of an instant; both in seconds since 1970. */
export const localMidnight = (seconds: number, zone: string): number => instantShown(dayOf(seconds, zone) * DAY, zone);

/** The start of the local day after that of an instant; both in seconds since 1970. */
export const nextLocalMidnight = (seconds: number, zone: string): number =>
  instantShown((dayOf(seconds, zone) + 1) * DAY, zone);
