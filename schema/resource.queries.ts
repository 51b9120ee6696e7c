import { createUnionType } from 'type-graphql';
import { domainError } from '../src/core/errors.js';
import type { ResourceReference } from '../src/core/context.js';
import type { Reads } from '../src/core/reads/reads.js';
import { field, nullable, typeNamed } from './fields.js';
import { loadById, queries, query } from './root-fields.js';

const loaders: Record<ResourceReference['type'], (reads: Reads, id: string) => Promise<object | null>> = {
  Event: (reads, id) => reads.load('event', id),
  Talk: (reads, id) => reads.load('talk', id),
  Track: (reads, id) => reads.load('track', id),
  EventComment: (reads, id) => reads.load('eventComment', id),
  TalkComment: (reads, id) => reads.load('talkComment', id),
  User: (reads, id) => reads.load('user', id),
  Language: (reads, id) => reads.load('language', id),
};

const resourceTypes = new WeakMap<object, ResourceReference['type']>();

/** The type of a record returned by `resource`. */
export const resourceTypeOf = (record: object): ResourceReference['type'] | undefined => resourceTypes.get(record);

const Resource = createUnionType({
  name: 'Resource',
  description: 'A record that `resource` can look up by its v2.1 URI.',
  types: () => Object.keys(loaders).map(typeNamed),
  resolveType: resourceTypeOf,
});

/** Loads a record as a `Resource`; null if it does not exist or is not visible to the viewer. */
async function load(reads: Reads, type: ResourceReference['type'], id: string): Promise<object | null> {
  const record = await loadById(id, (known) => loaders[type](reads, known));
  if (record) resourceTypes.set(record, type);
  return record;
}
export const loadResource = Object.assign(load, { type: Resource });

export const resourceQueries = queries({
  resource: query(
    nullable.record(
      () => Resource,
      'Look up a record by its v2.1 URI, for clients that migrate to GraphQL and have stored such URIs. Returns null if it does not exist or is not visible to the viewer.',
    ),
    { uri: field.string('The v2.1 URI of a record, with or without scheme and host.') },
    async ({ reads, resourceOf }, { uri }) => {
      const reference = resourceOf(uri);
      if (!reference) throw domainError('INVALID', 'URI_UNKNOWN', 'uri');
      return load(reads, reference.type, reference.id);
    },
  ),
});
