import { isTimeZone, zoneName } from '../date/zone-name.js';
import { zonesOfAbbreviation } from '../date/zone-suggestions.js';
import { dateOf, optionalDate, requiredDate } from '../date/date-input.js';
import { MAX_TEXT_LENGTH, type Validation } from '../common/validation.js';

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

const MAX_LENGTHS = { name: 200, websiteUrl: 600, cfpUrl: 200 } as const;
const POLE = 90;
const ANTIMERIDIAN = 180;

/**
 * Validates the fields and converts them for the entity. Adds problems to `validation` in the order of contract §3.2;
 * store the result only if there are none.
 *
 * @param now seconds since 1970
 * @param stored the event that is replaced: its name and tags stay valid
 */
export function validateEventFields(
  validation: Validation,
  fields: EventFields,
  now: number,
  stored?: { readonly name: string; readonly tags: readonly string[] },
) {
  const { websiteUrl, cfpUrl, cfpStartDate, cfpEndDate, latitude, longitude, tags } = fields;
  const required = {
    name: validation.requiredName('name', fields.name, MAX_LENGTHS.name, stored?.name),
    description: validation.required('description', fields.description, MAX_TEXT_LENGTH),
    location: validation.required('location', fields.location, MAX_TEXT_LENGTH),
    ...validateDates(validation, fields, now),
  };
  const dateContext = { zone: required.timeZone, now };
  return {
    ...required,
    ...(websiteUrl !== undefined && { href: validation.url('websiteUrl', websiteUrl, MAX_LENGTHS.websiteUrl) }),
    ...(cfpUrl !== undefined && { cfpUrl: validation.url('cfpUrl', cfpUrl, MAX_LENGTHS.cfpUrl) }),
    ...(cfpStartDate !== undefined && {
      cfpStartsAt: optionalDate(validation, 'cfpStartDate', cfpStartDate, dateContext),
    }),
    ...(cfpEndDate !== undefined && { cfpEndsAt: optionalDate(validation, 'cfpEndDate', cfpEndDate, dateContext) }),
    ...(latitude !== undefined && { latitude: degrees(validation, 'latitude', latitude, POLE) }),
    ...(longitude !== undefined && { longitude: degrees(validation, 'longitude', longitude, ANTIMERIDIAN) }),
    ...(tags !== undefined && { tags: validateTags(validation, tags, stored?.tags) }),
  };
}

/** Reports one problem of dates and zone at a time: an unreadable date, else their order, else the zone. */
function validateDates(validation: Validation, { startDate, endDate, timeZone }: EventFields, now: number) {
  const isKnown = isTimeZone(timeZone);
  const dateContext = { zone: isKnown ? zoneName(timeZone) : 'UTC', now };
  const start = requiredDate(validation, 'startDate', startDate, dateContext);
  const end = requiredDate(validation, 'endDate', endDate, dateContext);
  if (start !== null && end !== null) {
    if (start > end) validation.add('DATES_REVERSED', 'endDate');
    else if (!isKnown) validation.addUnknown('TIME_ZONE_UNKNOWN', 'timeZone', zonesOfAbbreviation(timeZone));
  }
  return { startsAt: dateOf(start ?? now)!, endsAt: dateOf(end ?? now)!, timeZone: dateContext.zone };
}

function degrees(validation: Validation, field: string, value: number | null, maximum: number): number | null {
  if (value !== null && !(Math.abs(value) <= maximum)) validation.add('NUMBER_OUT_OF_RANGE', field);
  return value;
}

const MAX_TAG_LENGTH = 200;
const MAX_TAGS = 50;

/** Normalizes tags (contract §4.8): lower case, no empty ones, no duplicates, in the given order. Commas separate tags. */
export function validateTags(
  validation: Validation,
  tags: readonly string[] | null,
  stored: readonly string[] = [],
): string[] {
  const known = [...normalTags(tags ?? [])];
  if (known.length > MAX_TAGS) {
    validation.add('TOO_MANY_TAGS', 'tags', MAX_TAGS);
    return [];
  }
  const stays = normalTags(stored);
  return known.map((tag) => validation.name('tags', tag, MAX_TAG_LENGTH, stays.has(tag) ? tag : null));
}

function normalTags(tags: readonly string[]): Set<string> {
  const words = tags.flatMap((tag) => tag.split(',')).map((tag) => tag.trim().toLowerCase());
  return new Set(words.filter((tag) => tag !== ''));
}
