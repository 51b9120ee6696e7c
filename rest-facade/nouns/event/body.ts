import { parseDate } from '../../../src/core/date/tolerant-date.js';
import { text as textSchema } from '../../wire/json-schema.js';
import type { EventCollectionQueryVariables } from '../../operations/documents.generated.js';
import type { WireFields } from '../../wire/fields.js';
import { body, optional, optionalText, parsed, partOf, text } from '../../table/body.js';
import { Refusal } from '../../wire/refusal.js';
import type { WireRequest } from '../../wire/request.js';
import { eventFilters } from '../../wire/wire-values.js';

/** The body of POST and of PUT (spec §4.2). Absent optional members stay absent, empty ones stay empty. */
export const eventBody = body({
  name: text('name'),
  description: text('description'),
  location: text('location'),
  start_date: text('startDate'),
  end_date: text('endDate'),
  tz_continent: parsed('timeZone', (fields) => zoneOf(fields.text('tz_continent'), fields.text('tz_place')), {
    schema: textSchema,
    description: 'First part of the IANA time zone name, such as `Europe`; empty for zones of one part.',
  }),
  tz_place: partOf('timeZone', {
    schema: textSchema,
    description: 'Remaining part of the IANA time zone name, such as `London`.',
  }),
  href: optionalText('websiteUrl'),
  cfp_url: optionalText('cfpUrl'),
  cfp_start_date: optionalText('cfpStartDate'),
  cfp_end_date: optionalText('cfpEndDate'),
  latitude: optional('latitude', decimal),
  longitude: optional('longitude', decimal),
  tags: optional('tags', tags),
});

export const hostBody = body({ host_name: text('username') });

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

/** The filters of spec §4.2. Unknown filters and unparseable dates are ignored (contract 7.1-11). */
export function eventFilterVariables({ query, paging, verbose, now }: WireRequest): EventCollectionQueryVariables {
  const date = (name: string) => {
    const text = query.text(name);
    return text !== undefined && parseDate(text, 'UTC', now) !== null ? text : null;
  };
  const tags = query.list('tags').filter((tag) => tag.trim() !== '');
  return {
    filter: filterOf(query.text('filter')),
    title: query.text('title') || null,
    stub: query.text('stub') || null,
    tags: tags.length > 0 ? [...tags] : null,
    from: date('startdate'),
    until: date('enddate'),
    offset: startOf({ query, paging }),
    limit: paging.limit,
    verbose,
  };
}

/** Looks up own properties only: every object also inherits `constructor`. */
function filterOf(word = ''): EventCollectionQueryVariables['filter'] {
  return Object.hasOwn(eventFilters, word) ? (eventFilters[word] ?? null) : null;
}

/** `filter=all` without `start` uses the default offset of the GraphQL field (spec §4.2). */
function startOf({ query, paging }: Pick<WireRequest, 'query' | 'paging'>): number | null {
  return paging.start ?? (query.text('filter') === 'all' ? null : 0);
}
