import type { SubmitEventInput } from '../operations/documents.generated.js';
import { Refusal } from '../refusal.js';
import type { WireRequest } from '../request.js';
import type { WireFields } from './fields.js';
import { given } from './given.js';

/** Reads the body of spec §4.2 for POST and PUT. Absent optional members stay absent, empty ones stay empty. */
export function eventFields({ fields }: Pick<WireRequest, 'fields'>): SubmitEventInput {
  return {
    name: fields.text('name'),
    description: fields.text('description'),
    location: fields.text('location'),
    startDate: fields.text('start_date'),
    endDate: fields.text('end_date'),
    timeZone: zoneOf(fields.text('tz_continent'), fields.text('tz_place')),
    ...given('websiteUrl', fields.optionalText('href')),
    ...given('cfpUrl', fields.optionalText('cfp_url')),
    ...given('cfpStartDate', fields.optionalText('cfp_start_date')),
    ...given('cfpEndDate', fields.optionalText('cfp_end_date')),
    ...given('latitude', decimal(fields, 'latitude')),
    ...given('longitude', decimal(fields, 'longitude')),
    ...given('tags', tags(fields)),
  };
}

/** Joins both parts. Zones of one part, such as UTC, have an empty continent. */
function zoneOf(continent: string, place: string): string {
  return continent === '' && !place.includes('/') ? place : `${continent}/${place}`;
}

/** Parses a number or numeric string; null if empty. */
function decimal(fields: WireFields, name: string): number | null | undefined {
  const text = fields.optionalText(name)?.trim();
  if (text === undefined) return undefined;
  if (text === '') return null;
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number)) throw new Refusal('PARAMETER_UNREADABLE', `Expected parameter ${name} is not a number`);
  return number;
}

/** Reads an array of tags or a single tag. */
function tags(fields: WireFields): string[] | undefined {
  const value = fields.value('tags');
  if (!Array.isArray(value)) {
    const text = fields.optionalText('tags');
    return text === undefined ? undefined : [text];
  }
  return value.map((tag: unknown) => {
    if (typeof tag === 'string' || typeof tag === 'number') return String(tag);
    throw new Refusal('PARAMETER_UNREADABLE', 'Expected parameter tags is not a list of readable strings');
  });
}
