import { isTimeZone } from '../../time/zoned.js';
import { checkedTags } from './event-tags.js';
import { dateOf, optionalDate, requiredDate } from '../date/given-date.js';
import { LONG_TEXT, type Validation } from '../validation.js';

/** What a submission says of an event, and what an edit replaces (spec §4.2). Dates are text as people write it. */
export interface EventFields {
  readonly name: string;
  readonly description: string;
  readonly location: string;
  readonly startDate: string;
  readonly endDate: string;
  /** IANA name. */
  readonly timeZone: string;
  // Those that may be missing: undefined keeps what there is, null or an empty text clears it.
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
 * The fields as the entity takes them. What is wrong is added to `validation` in the order of contract §3.2; the result
 * is to be stored only where nothing was.
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

/** Of dates and zone one thing is told at a time: a date that cannot be read, else their order, else the zone. */
function checkedDates(validation: Validation, { startDate, endDate, timeZone }: EventFields, now: number) {
  const isKnown = isTimeZone(timeZone);
  const reading = { zone: isKnown ? timeZone : 'UTC', now };
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
