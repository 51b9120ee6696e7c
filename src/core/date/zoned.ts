import { IANAZone } from 'luxon';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Since 1972 all offsets change on quarter hours, so one lookup serves 15 minutes. */
const QUARTER = 15 * MINUTE;
/** The first local seconds of these years. ISO 8601 writes years outside of them with a sign. */
const YEAR_1 = -62_135_596_800;
const YEAR_10000 = 253_402_300_800;
const MAX_CACHED_OFFSETS = 20_000;
const MAX_CACHED_DAYS = 20_000;

const zones = new Map<string, Map<number, string>>();
const dates = new Map<number, string>();

/**
 * Formats an instant as ISO 8601 in a zone, with its numeric offset: `2026-03-29T03:00:00+02:00`, never `Z` (contract
 * §1.5).
 *
 * @param seconds since 1970; fractions are rounded down
 * @param zone an IANA name; UTC if this Node version does not support it, and where the local year has no four digits
 */
export function isoInZone(seconds: number, zone: string): string {
  const suffix = offsetSuffix(seconds, zone);
  const local = Math.floor(seconds) + secondsOf(suffix);
  return local < YEAR_1 || local >= YEAR_10000 ? isoInUtc(seconds) : localIso(local) + suffix;
}

/**
 * Formats an instant as `isoInZone` does, with the local time that is stored beside it: the rules of this process may be
 * others than those by which it was written.
 *
 * @param local the local time, as seconds since 1970 in UTC; null: as the rules of this process say
 */
export function isoOfStored(seconds: number, local: number | null, zone: string): string {
  if (local === null) return isoInZone(seconds, zone);
  return localIso(local) + formatOffset((local - Math.floor(seconds)) / MINUTE);
}

/** The offset that `isoInZone` shows, in seconds east of UTC. @param zone an IANA name; UTC if it is not supported */
export const shownOffset = (seconds: number, zone: string): number => secondsOf(offsetSuffix(seconds, zone));

function secondsOf(suffix: string): number {
  const sign = suffix.charCodeAt(0) === 45 ? -1 : 1;
  return sign * (Number(suffix.slice(1, 3)) * HOUR + Number(suffix.slice(4, 6)) * MINUTE);
}

/** Formats an instant in UTC, as in reports, claims, tokens and applications (contract §1.5). */
export function isoInUtc(seconds: number): string {
  return `${localIso(Math.floor(seconds))}+00:00`;
}

/**
 * Formats whole seconds since 1970 as `2026-03-29T03:00:00`. Caches dates, because a page has many times on few days.
 */
export function localIso(seconds: number): string {
  const day = Math.floor(seconds / DAY);
  const time = seconds - day * DAY;
  const hour = Math.floor(time / HOUR);
  const minute = Math.floor((time - hour * HOUR) / MINUTE);
  return `${isoDate(day)}T${pad(hour)}:${pad(minute)}:${pad(time % MINUTE)}`;
}

/** @param day days since 1970 */
function isoDate(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    if (dates.size >= MAX_CACHED_DAYS) dates.clear();
    date = new Date(day * DAY * 1000).toISOString().slice(0, -14);
    dates.set(day, date);
  }
  return date;
}

const pad = (value: number) => (value < 10 ? `0${value}` : String(value));

function offsetSuffix(seconds: number, zone: string): string {
  let quarters = zones.get(zone);
  if (!quarters) zones.set(zone, (quarters = new Map()));
  const quarter = Math.floor(seconds / QUARTER);
  let suffix = quarters.get(quarter);
  if (suffix === undefined) {
    if (quarters.size >= MAX_CACHED_OFFSETS) quarters.clear();
    suffix = formatOffset(IANAZone.create(zone).offset(quarter * QUARTER * 1000));
    quarters.set(quarter, suffix);
  }
  return suffix;
}

function formatOffset(minutes: number): string {
  if (Number.isNaN(minutes)) return '+00:00';
  const total = Math.round(Math.abs(minutes));
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(total / 60))}:${pad(total % 60)}`;
}
