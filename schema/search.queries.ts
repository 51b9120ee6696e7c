import { createUnionType } from 'type-graphql';
import type { Context } from '../src/core/context.js';
import { domainError } from '../src/core/errors.js';
import { criteriaOf } from '../src/core/event/event-criteria.js';
import { eventConnection, talksByTitleConnection, userConnection } from '../src/core/reads/connection.js';
import { enumOf, field, nullable, typeNamed } from './fields.js';
import { nodeTypeOf, setNodeType } from './node.js';
import { pageRequest } from './paging.js';
import { boundedText, queries, query } from './root-fields.js';

const DEFAULT_FIRST = 5;
const MAX_FIRST = 20;
const MAX_LENGTH = 200;

const SearchType = enumOf('SearchType', 'A type of records that `search` finds.', {
  EVENT: 'Events, by their name; latest start first.',
  TALK: 'Talks, by their title; latest start first.',
  USER: 'Users, by their username, full name or Twitter username; ordered by full name.',
});
type SearchTypeName = keyof typeof SearchType;

type Find = (context: Context, text: string, first: number) => Promise<{ readonly nodes: readonly object[] }>;

const finders: Readonly<Record<SearchTypeName, { readonly type: string; readonly find: Find }>> = {
  EVENT: {
    type: 'Event',
    find: ({ reads, viewer }, title, first) =>
      eventConnection(
        reads,
        criteriaOf({ title }, viewer, reads.scope.now),
        pageRequest({ first }, MAX_FIRST),
        'as requested',
      ),
  },
  TALK: {
    type: 'Talk',
    find: ({ reads }, title, first) => talksByTitleConnection(reads, title, pageRequest({ first }, MAX_FIRST)),
  },
  USER: {
    type: 'User',
    find: ({ reads }, keyword, first) => userConnection(reads, { keyword }, pageRequest({ first }, MAX_FIRST)),
  },
};
const allTypes = Object.keys(finders) as SearchTypeName[];

export const SearchResult = createUnionType({
  name: 'SearchResult',
  description: 'A record that `search` has found.',
  types: () => Object.values(finders).map(({ type }) => typeNamed(type)),
  resolveType: nodeTypeOf,
});

async function find(context: Context, name: SearchTypeName, text: string, first: number): Promise<readonly object[]> {
  const { type, find: run } = finders[name];
  const { nodes } = await run(context, text, first);
  for (const record of nodes) setNodeType(record, type);
  return nodes;
}

/** The types in their order, without duplicates. */
const typesOf = (types: readonly SearchTypeName[] | null | undefined): readonly SearchTypeName[] =>
  types ? allTypes.filter((type) => types.includes(type)) : allTypes;

export const searchQueries = queries({
  search: {
    ...query(
      {
        type: () => [SearchResult],
        description:
          'Search events, talks and users whose names contain a text, for a search field. Returns the events first, then the talks, then the users. To page through one type, use `events(title:)`, `talks(title:)` or `users(keyword:)`. Errors: INVALID.',
        nullable: false,
      },
      {
        query: field.string(
          `A part of a name, ignoring case and accents: 1 to ${MAX_LENGTH} characters. Surrounding whitespace is ignored.`,
        ),
        types: { ...nullable.of<SearchTypeName[]>(() => [SearchType] as never, 'The types to find; all if omitted.') },
        first: field.int(`Maximum number of records of each type. Default ${DEFAULT_FIRST}, at most ${MAX_FIRST}.`, {
          defaultValue: DEFAULT_FIRST,
        }),
      },
      async (context, { query: given, types, first }) => {
        const text = boundedText(given.trim(), MAX_LENGTH, 'query');
        if (text === '') throw domainError('INVALID', 'FIELD_REQUIRED', 'query');
        if (first < 0 || first > MAX_FIRST) throw domainError('INVALID', 'PAGE_SIZE_OUT_OF_RANGE', 'first', MAX_FIRST);
        const found = await Promise.all(typesOf(types).map((type) => find(context, type, text, first)));
        return found.flat();
      },
    ),
    complexity: ({
      args: { types, first },
      childComplexity,
    }: {
      args: { types?: readonly SearchTypeName[] | null; first: number };
      childComplexity: number;
    }) => typesOf(types).length * Math.max(first, 1) * (1 + childComplexity),
  },
});
