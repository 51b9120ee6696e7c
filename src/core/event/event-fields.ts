import { zoneName } from '../date/zone-name.js';
import { isTimeZone } from '../date/zoned.js';
import { dateOf, optionalDate, requiredDate } from '../date/given-date.js';
import { LONG_TEXT, type Validation } from '../common/validation.js';

/** Input fields of an event, for submission and replacement (spec §4.2). Dates are free-form text. */
export interface EventFields {
  readonly name: string;
  readonly description: string;
  readonly location: string;
  readonly startDate: string;
  readonly endDate: string;
  /** IANA name. */
  readonly timeZone: string;
  // Optional: undefined leaves the stored value unchanged, null or an empty text clears it.
  readonly websiteUrl?: string | null | undefined;
  readonly cfpUrl?: string | null | undefined;
  readonly cfpStartDate?: string | null | undefined;
  readonly cfpEndDate?: string | null | undefined;
  /** Degrees north. */
  readonly latitude?: number | null | undefined;
  /** Degrees east. */
  readonly longitude?: number | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
}

const LONGEST = { name: 200, websiteUrl: 600, cfpUrl: 200 } as const;
const POLE = 90;
const ANTIMERIDIAN = 180;

/**
 * Validates the fields and converts them for the entity. Adds problems to `validation` in the order of contract §3.2;
 * store the result only if there are none.
 *
 * @param now seconds since 1970
 */
export function checkedFields(validation: Validation, fields: EventFields, now: number) {
  const { websiteUrl, cfpUrl, cfpStartDate, cfpEndDate, latitude, longitude, tags } = fields;
  const required = {
    name: validation.required('name', fields.name, LONGEST.name),
    description: validation.required('description', fields.description, LONG_TEXT),
    location: validation.required('location', fields.location, LONG_TEXT),
    ...checkedDates(validation, fields, now),
  };
  const reading = { zone: required.timeZone, now };
  return {
    ...required,
    ...(websiteUrl !== undefined && { href: validation.url('websiteUrl', websiteUrl, LONGEST.websiteUrl) }),
    ...(cfpUrl !== undefined && { cfpUrl: validation.url('cfpUrl', cfpUrl, LONGEST.cfpUrl) }),
    ...(cfpStartDate !== undefined && {
      cfpStartsAt: optionalDate(validation, 'cfpStartDate', cfpStartDate, reading),
    }),
    ...(cfpEndDate !== undefined && { cfpEndsAt: optionalDate(validation, 'cfpEndDate', cfpEndDate, reading) }),
    ...(latitude !== undefined && { latitude: degrees(validation, 'latitude', latitude, POLE) }),
    ...(longitude !== undefined && { longitude: degrees(validation, 'longitude', longitude, ANTIMERIDIAN) }),
    ...(tags !== undefined && { tags: checkedTags(validation, tags) }),
  };
}

/** Reports one problem of dates and zone at a time: an unreadable date, else their order, else the zone. */
function checkedDates(validation: Validation, { startDate, endDate, timeZone }: EventFields, now: number) {
  const isKnown = isTimeZone(timeZone);
  const reading = { zone: isKnown ? zoneName(timeZone) : 'UTC', now };
  const start = requiredDate(validation, 'startDate', startDate, reading);
  const end = requiredDate(validation, 'endDate', endDate, reading);
  if (start !== null && end !== null) {
    if (start > end) validation.add('DATES_REVERSED', 'endDate');
    else if (!isKnown) validation.add('TIME_ZONE_UNKNOWN', 'timeZone');
  }
  return { startsAt: dateOf(start ?? now)!, endsAt: dateOf(end ?? now)!, timeZone: reading.zone };
}

function degrees(validation: Validation, field: string, value: number | null, most: number): number | null {
  if (value !== null && !(Math.abs(value) <= most)) validation.add('NUMBER_OUT_OF_RANGE', field);
  return value;
}

const LONGEST_TAG = 200;
const MOST_TAGS = 50;

/** Normalizes tags (contract §4.8): lower case, no empty ones, no duplicates, in the given order. */
export function checkedTags(validation: Validation, tags: readonly string[] | null): string[] {
  const words = (tags ?? []).map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '');
  const known = [...new Set(words)];
  if (known.length > MOST_TAGS) {
    validation.add('TOO_MANY_TAGS', 'tags', MOST_TAGS);
    return [];
  }
  return known.map((tag) => validation.text('tags', tag, LONGEST_TAG));
}
