import { IANAZone } from 'luxon';

const MINUTE = 60;
/** Offsets change on quarters of an hour everywhere since 1972, so one look-up serves a whole quarter. */
const QUARTER = 15 * MINUTE;
const ENTRIES_PER_ZONE = 20_000;

const zones = new Map<string, Map<number, string>>();

/** Whether `name` is a time zone of the IANA database that this Node knows. */
export function isTimeZone(name: string): boolean {
  return IANAZone.isValidZone(name);
}

/**
 * An instant as ISO 8601 in a zone, with its numeric offset: `2026-03-29T03:00:00+02:00`, never `Z` (contract §1.5).
 *
 * @param seconds since 1970; fractions are cut off
 * @param zone an IANA name; UTC when this Node does not know it
 */
export function isoInZone(seconds: number, zone: string): string {
  const suffix = offsetSuffix(seconds, zone);
  const sign = suffix.charCodeAt(0) === 45 ? -1 : 1;
  const offset = sign * (Number(suffix.slice(1, 3)) * 3600 + Number(suffix.slice(4, 6)) * 60);
  return localIso(Math.floor(seconds) + offset) + suffix;
}

/** An instant in UTC, as reports, claims, tokens and applications show it (contract §1.5). */
export function isoInUtc(seconds: number): string {
  return `${localIso(Math.floor(seconds))}+00:00`;
}

function localIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

function offsetSuffix(seconds: number, zone: string): string {
  let quarters = zones.get(zone);
  if (!quarters) zones.set(zone, (quarters = new Map()));
  const quarter = Math.floor(seconds / QUARTER);
  let suffix = quarters.get(quarter);
  if (suffix === undefined) {
    if (quarters.size >= ENTRIES_PER_ZONE) quarters.clear();
    suffix = formatOffset(IANAZone.create(zone).offset(quarter * QUARTER * 1000));
    quarters.set(quarter, suffix);
  }
  return suffix;
}

function formatOffset(minutes: number): string {
  if (Number.isNaN(minutes)) return '+00:00';
  const total = Math.round(Math.abs(minutes));
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(total / 60))}:${pad(total % 60)}`;
}
