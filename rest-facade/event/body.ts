import { body } from '../body/body.js';
import { optional, optionalText, parsed, partOf, text } from '../body/rows.js';
import { text as textSchema } from '../openapi/json-schema.js';
import type { WireFields } from '../read/fields.js';
import { Refusal } from '../refusal.js';

/** The body of POST and of PUT (spec §4.2). Absent optional members stay absent, empty ones stay empty. */
export const eventBody = body({
  name: text('name'),
  description: text('description'),
  location: text('location'),
  start_date: text('startDate'),
  end_date: text('endDate'),
  tz_continent: parsed('timeZone', (fields) => zoneOf(fields.text('tz_continent'), fields.text('tz_place')), {
    schema: textSchema,
    note: 'In v2.1 the first part, such as `Europe`; empty for zones of one part.',
  }),
  tz_place: partOf('timeZone', { schema: textSchema, note: 'In v2.1 the remaining part, such as `London`.' }),
  href: optionalText('websiteUrl'),
  cfp_url: optionalText('cfpUrl'),
  cfp_start_date: optionalText('cfpStartDate'),
  cfp_end_date: optionalText('cfpEndDate'),
  latitude: optional('latitude', decimal),
  longitude: optional('longitude', decimal),
  tags: optional('tags', tags),
});

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
