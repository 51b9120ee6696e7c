import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execute, parse, validate, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { resourceOf, storedOperations } from '../../rest-facade/index.js';
import { conditionsOf } from '../../schema/conditions.js';
import { compileOperation } from '../../schema/execute.js';
import { createSchema } from '../../schema/index.js';
import { memoize } from '../../src/config/memoize.js';
import type { Context } from '../../src/core/context.js';
import { createContext } from '../../src/http/create-context.js';
import { loadShowcase, saveInFolder } from '../../src/demo/index.js';
import { createRun } from '../../src/core/transaction/run.js';
import { createGoodTokens } from '../../src/http/tokens.js';
import { createToken } from '../support/factories.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

const now = Date.parse('2026-06-10T12:00:00Z') / 1000;
let database: TestDatabase;
let schema: GraphQLSchema;
let token: string;
let images: string;
/** IDs of records with many children: the event with most comments, its most commented talk, and so on. */
let rich: Record<string, unknown>;

beforeAll(async () => {
  database = await freshDatabase();
  images = await mkdtemp(join(tmpdir(), 'lectern-compiled-'));
  schema = await createSchema();
  const client = await database.pool.connect();
  const options = { saveImages: saveInFolder(images), password: () => 'lectern-demo', secretKey: Buffer.alloc(32) };
  await loadShowcase(client, { now: new Date(now * 1000), ...options });
  client.release();
  const one = async (query: string) => String((await database.pool.query<{ id: string }>(query)).rows[0]?.id);
  token = await createToken(database.pool, await one("select id from users where username = 'host'"));
  rich = {
    event: await one('select event_id as id from comment_reports order by id limit 1'),
    talk: await one('select id from talks order by comment_count desc, id limit 1'),
    track: await one('select id from tracks order by talk_count desc, id limit 1'),
    user: await one(
      'select user_id as id from talk_speakers where user_id is not null group by 1 order by count(*) desc, 1 limit 1',
    ),
    eventComment: await one('select id from event_comments where user_id is not null limit 1'),
    talkComment: await one('select id from talk_comments where not is_hidden and user_id is not null limit 1'),
    hidden: await one("select id from events where status = 'PENDING' limit 1"),
  };
});
afterAll(async () => {
  await database.drop();
  await rm(images, { recursive: true });
});

function contextFor(bearer: string | null): Promise<Context> {
  const clock = { now: () => now, compare: () => Promise.resolve() };
  const run = createRun(database.pool, { prepared: true });
  // These reads need neither the ORM nor external services.
  const nothing = undefined as never;
  const limits = { isExhausted: () => Promise.resolve(false) } as never;
  const outside = {
    transactions: nothing,
    services: { secretKey: Buffer.alloc(32) } as never,
    limits,
    tokenUse: { seen: () => undefined } as never,
    goodTokens: createGoodTokens(),
  };
  const sources = { run, clock: clock as never, ...outside, websiteUrl: undefined, feedbackUrl: undefined, resourceOf };
  const client = { address: '127.0.0.1', userAgent: null };
  return createContext(sources, { token: bearer, client, origin: 'http://localhost', maxPageSize: 100 });
}

/** Data and errors as clients see them, independent of error classes. */
const told = ({ data, errors }: ExecutionResult) =>
  JSON.parse(
    JSON.stringify({
      data: data ?? null,
      errors: (errors ?? []).map(({ message, path, locations }) => ({ message, path, locations })),
    }),
  );

/** Compiles each document once, as the service does. */
const compiledOf = memoize((document: DocumentNode) => compileOperation(schema, document));

/** Executes the operation with both executors, as a user and anonymously. */
async function bothRoads(document: DocumentNode, variableValues: Record<string, unknown> = {}) {
  const outcomes: { reference: unknown; compiled: unknown }[] = [];
  for (const bearer of [null, token]) {
    const contextValue = await contextFor(bearer);
    const reference = told(await execute({ schema, document, contextValue, variableValues }));
    const compiled = told(await compiledOf(document).run(await contextFor(bearer), variableValues));
    outcomes.push({ reference, compiled });
  }
  return outcomes;
}

/** Reads: a repeated write would return another result. */
const stored = storedOperations.flatMap((document) => {
  const operation = document.definitions.find((definition) => definition.kind === 'OperationDefinition');
  return operation?.operation === 'query' ? [[operation.name?.value ?? '', document] as const] : [];
});

/** The record that an operation of this name selects. */
function idFor(name: string): unknown {
  const of = (record: string, pattern: RegExp) => (pattern.test(name) ? rich[record] : undefined);
  return (
    of('eventComment', /^EventCommentRecord/) ??
    of('talkComment', /^TalkCommentRecord/) ??
    of('event', /^(Event|Reported|Pending)/) ??
    of('track', /^Track/) ??
    of('user', /^User/) ??
    of('talk', /^Talk(?!Type)/) ??
    '1'
  );
}

describe('compiled operations return the results of graphql-js', () => {
  it('the stored operations are not empty', () => {
    expect(stored.length).toBeGreaterThan(30);
  });

  it('no stored operation has more than eight combinations of the values of its conditions', () => {
    const most = Math.max(...storedOperations.map((document) => conditionsOf(document).variables.size));
    expect(most).toBeLessThanOrEqual(3);
  });

  it.each(stored)('%s', async (name, document) => {
    for (const verbose of [true, false]) {
      const common = { verbose, offset: 1, limit: 7, title: 'a', slug: 'x', stub: 'x', username: 'host' };
      const variables = { ...common, id: idFor(name), keyword: name === 'UserCollection' ? null : 'a' };
      if (name === 'UserCollection') Reflect.deleteProperty(variables, 'username');
      for (const { reference, compiled } of await bothRoads(document, variables)) expect(compiled).toEqual(reference);
    }
  });

  const comment = 'id rating text source createdAt user { username fullName avatarHash email }';
  const handWritten: [string, string][] = [
    [
      'an event and all that can be reached',
      `query ($event: ID!) { event(id: $event) { __typename id name startDate timeZone
      latitude longitude status tags images { kind url width height } ratings { average count distribution { rating count } }
      viewerCanEdit viewerIsAttending hosts { fullName viewerCanEdit }
      tracks(first: 2) { edges { cursor node { name talks(last: 1) { nodes { title } } } } }
      talks(limit: 9) { offset totalCount pageInfo { hasNextPage startCursor } nodes { type scheduledEnd language { code }
        speakers { name user { talks(first: 1) { nodes { event { name } } } } } links { kind url } viewerRating } }
      comments { nodes { ${comment} } } talkComments(first: 4) { nodes { ${comment} talkTitle isPrivate talk { stub } } } } }`,
    ],
    [
      'fields that are denied',
      'query ($event: ID!) { event(id: $event) { a: reportedComments { id } b: pendingClaims { id } } users { nodes { email } } }',
    ],
    ['fields that fail below a list', '{ events(first: 2) { nodes { id talks(first: 101) { nodes { id } } } } }'],
    ['a failure that climbs to the root', '{ events(filter: PENDING) { nodes { id } } languages { totalCount } }'],
    [
      'records with restricted access',
      'query ($hidden: ID!) { event(id: $hidden) { id talks { nodes { id } } } viewer { id } }',
    ],
    [
      'aliases, fragments, conditions',
      `query ($yes: Boolean = true, $no: Boolean! = false) { a: languages(first: 1) { ...P }
      b: languages(last: 1) @include(if: $yes) { ...P } c: languages @skip(if: $yes) { ...P } d: languages @include(if: $no) { ...P } }
      fragment P on LanguageConnection { nodes { ... on Language { id } ... @include(if: $no) { code } name @skip(if: $no) } }`,
    ],
    [
      'fields that merge',
      '{ languages(first: 1) { nodes { id } } ... on Query { languages(first: 1) { nodes { name } totalCount } } }',
    ],
    [
      'a union',
      `{ a: resource(uri: "/v2.1/users/1") { __typename ... on User { username } ... on Event { name } }
      b: resource(uri: "/v2.1/languages/2") { ... on Language { name } } c: resource(uri: "/v2.1/events/999999") { __typename }
      d: resource(uri: "elsewhere") { __typename } }`,
    ],
    [
      'introspection',
      '{ __schema { queryType { name } } __type(name: "TalkType") { kind enumValues { name description } } }',
    ],
    [
      'ids of nothing',
      '{ a: event(id: "x") { id } b: event(id: "-1") { id } c: talk(id: 99999999999999999999) { id } d: user(id: "") { id } e: event(id: 007) { id } }'.replace(
        ' e: event(id: 007) { id }',
        '',
      ),
    ],
  ];
  it.each(handWritten)('%s', async (_, query) => {
    const document = parse(query);
    expect(validate(schema, document)).toEqual([]);
    for (const { reference, compiled } of await bothRoads(document, rich)) expect(compiled).toEqual(reference);
  });

  const variables: [string, unknown][] = [
    ['Int', 3],
    ['Int', null],
    ['Int', 1.5],
    ['Int', '3'],
    ['Int', 2 ** 31],
    ['Int!', undefined],
    ['Int', true],
    ['Int', [1]],
    ['Int', {}],
  ];
  it.each(variables)('a variable of type %s that is %j', async (type, value) => {
    const document = parse(`query ($v: ${type}) { languages(first: $v) { nodes { id } } }`);
    for (const { reference, compiled } of await bothRoads(document, { v: value })) {
      const shape = (answer: unknown) => ({
        ...(answer as { data: unknown }),
        errors: (answer as { errors: unknown[] }).errors.length,
      });
      expect(shape(compiled)).toEqual(shape(reference));
    }
  });

  const others: [string, string, unknown][] = [
    ['[String!]', 'events(tags: $v) { offset totalCount }', 'a single one'],
    ['[String!]', 'events(tags: $v) { totalCount }', ['a', null]],
    ['[String!]', 'events(tags: $v) { totalCount }', [['a']]],
    ['[String!]', 'events(tags: $v) { totalCount }', []],
    ['EventFilter', 'events(filter: $v) { totalCount }', 'HOT'],
    ['EventFilter', 'events(filter: $v) { totalCount }', 'hot'],
    ['EventFilter', 'events(filter: $v) { totalCount }', 0],
    ['TolerantDateTime', 'events(from: $v) { totalCount }', '1 May 2026'],
    ['TolerantDateTime', 'events(from: $v) { totalCount }', 5],
    ['ID!', 'language(id: $v) { name }', 2],
    ['ID!', 'language(id: $v) { name }', '2'],
    ['ID!', 'language(id: $v) { name }', 2.5],
    ['ID!', 'language(id: $v) { name }', true],
    ['String', 'events(title: $v) { totalCount }', 7],
    ['Boolean!', 'viewer @include(if: $v) { id }', 'true'],
  ];
  it.each(others)('a variable of type %s in %s that is %j', async (type, field, value) => {
    const document = parse(`query ($v: ${type}) { ${field} }`);
    for (const { reference, compiled } of await bothRoads(document, { v: value })) {
      const shape = (answer: unknown) => ({
        ...(answer as { data: unknown }),
        errors: (answer as { errors: unknown[] }).errors.length,
      });
      expect(shape(compiled)).toEqual(shape(reference));
    }
  });
});
