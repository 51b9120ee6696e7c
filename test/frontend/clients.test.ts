import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  getNamedType,
  getNullableType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isAbstractType,
} from 'graphql';
import type { GraphQLAbstractType, GraphQLNamedType, GraphQLSchema } from 'graphql';
import type { TypePolicy } from '@apollo/client';
import { possibleTypes, typePolicies } from '../../docs/frontend/apollo.js';
import { keys, resolvers } from '../../docs/frontend/urql.js';
import { createSchema } from '../../schema/index.js';
import { pngFile } from '../images/png-file.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { bundleClient } from './bundle-client.js';
import type { ConditionalAnswers, SentHash, Story, Visit } from './clients/story.js';

interface Client {
  run(visit: Visit): Promise<Story>;
  runDefaults(visit: Visit): Promise<Story>;
  upload(visit: Visit, eventId: string, image: Blob): Promise<string[]>;
  persisted(visit: Visit, byGet: boolean): Promise<SentHash[][]>;
  conditions(visit: Visit): Promise<ConditionalAnswers>;
  requestsOfTwoViews(visit: Visit): Promise<number>;
  stored(visit: Visit, ids: readonly string[][]): Promise<{ data: object[][]; warnings: string[] }>;
}

const DAY = 86_400_000;
let service: TestService;
let [folder, token] = ['', ''];
let events: string[];
let talks: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-clients-'));
  service = await startService();
  const { pool } = service.database;
  const user = await make.createUser(pool);
  token = await make.createToken(pool, user);
  events = [];
  for (const days of [1, 2, 3, 4, 5]) {
    const at = (more: number) => new Date(Date.now() + (days + more) * DAY);
    events.push(await make.createEvent(pool, { description: 'An event', starts_at: at(0), ends_at: at(1) }));
  }
  const [event = ''] = events;
  await make.createHost(pool, event, user);
  talks = [];
  for (let n = 0; n < 5; n += 1)
    talks.push(await make.createTalk(pool, event, { description: 'A talk', starts_at: new Date(Date.now() + DAY) }));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function load(name: 'apollo' | 'urql' | 'relay', mode?: 'development'): Promise<Client> {
  const file = join(folder, `${name}-${mode}.mjs`);
  await writeFile(file, await bundleClient(name, mode));
  return (await import(pathToFileURL(file).href)) as Client;
}

let visits = 0;
const visit = (): Visit => {
  const talkId = talks[visits] ?? '';
  visits += 1;
  return { base: service.base, token, talkId, text: `Comment ${visits}` };
};

/** Required results of a client: an event and a talk of the same ID are different objects. */
const expected = ({ talkId, text }: Visit, merges: boolean): Story => ({
  pages: [events.slice(0, 2), events.slice(2, 4)],
  merged: merges ? events.slice(0, 4) : null,
  talk: { id: talkId, description: 'A talk', event: { id: events[0] ?? '', description: 'An event' } },
  viewerHasStarred: true,
  comment: text,
});

/** A client may send the text by another method than the hash. */
const missThenHit = (method: string) => [
  [
    { method, hasText: false },
    { method: expect.stringMatching(/^(?:GET|POST)$/), hasText: true },
  ],
  [{ method, hasText: false }],
];

it('Relay lists, paginates, comments and stars with the documented getDataID', async () => {
  const { run } = await load('relay');
  const made = visit();
  // The default of Relay would store both under one key.
  expect(made.talkId).toBe(events[0]);
  expect(await run(made)).toEqual(expected(made, true));
});

it('Relay keeps records of different types with the same ID apart', async () => {
  const { pool } = service.database;
  for (let n = 0; n < 5; n += 1) await make.createTrack(pool, events[0] ?? '');
  const { rows } = await pool.query<{ __typename: string; id: string; text: string }>(
    `select 'Event' as __typename, id, name as text from events union all select 'Talk', id, title from talks
      union all select 'Track', id, name from tracks`,
  );
  const records = rows.map(({ __typename, id, text }) => ({
    nodeId: Buffer.from(`${__typename}:${id}`).toString('base64url'),
    ...{ __typename, id, [__typename === 'Talk' ? 'title' : 'name']: text },
  }));
  const sameId = records.flatMap((one) =>
    records.filter((other) => one.id === other.id && one.__typename !== other.__typename).map((other) => [one, other]),
  );
  const pairs = Array.from({ length: 300 }, () => sameId[Math.floor(Math.random() * sameId.length)]!);
  const { stored } = await load('relay', 'development');
  const visitor = { base: service.base, token, talkId: '', text: '' };
  const { data, warnings } = await stored(
    visitor,
    pairs.map((pair) => pair.map(({ nodeId }) => nodeId)),
  );
  expect(data.map((pair) => pair.map((record) => ({ ...record })))).toMatchObject(
    pairs.map((pair) => pair.map(({ nodeId: _, ...record }) => record)),
  );
  expect(warnings).toEqual([]);
});

it.each(['apollo', 'relay'] as const)(
  '%s receives five equal responses to a query with shared, conditional fragments, for each value',
  async (name) => {
    const { rows } = await service.database.pool.query<Record<string, string>>(
      `select id, name, time_zone as "timeZone", slug, description from events order by id limit 2`,
    );
    const { conditions } = await load(name);
    const { wide, narrow } = await conditions({ base: service.base, token, talkId: '', text: '' });
    const expected = (omitted: string) => Array(5).fill(rows.map(({ [omitted]: _, ...fields }) => fields)) as object[];
    expect(narrow).toMatchObject(expected('description'));
    expect(wide).toMatchObject(expected('slug'));
  },
);

it('Apollo Client requests parts of an object without ID once, as docs/frontend.md configures it', async () => {
  const { requestsOfTwoViews } = await load('apollo');
  expect(await requestsOfTwoViews({ base: service.base, token, talkId: talks[0] ?? '', text: '' })).toBe(2);
});

describe.each(['apollo', 'urql'] as const)('%s', (name) => {
  let client: Client;
  beforeAll(async () => {
    client = await load(name);
  });

  it('lists, paginates, comments and stars with its defaults', async () => {
    const made = visit();
    expect(await client.runDefaults(made)).toEqual(expected(made, false));
  });

  it('merges pages and updates its cache as docs/frontend.md configures it', async () => {
    const made = visit();
    expect(await client.run(made)).toEqual(expected(made, true));
  });

  it('uploads a file as docs/frontend.md configures it', async () => {
    const image = new Blob([new Uint8Array(pngFile(200, 200))], { type: 'image/png' });
    const sent = { base: service.base, token, talkId: '', text: '' };
    expect(await client.upload(sent, events[0] ?? '', image)).toEqual(['ORIGINAL', 'SMALL']);
  });

  it.each([
    ['POST', false],
    ['GET', true],
  ])('registers a persisted query once: the next client hits by %s', async (method, byGet) => {
    const sent = await client.persisted({ base: service.base, token, talkId: '', text: '' }, byGet);
    expect(sent).toEqual(missThenHit(method));
  });
});

describe('the recipes cover the schema', () => {
  let schema: GraphQLSchema;
  let types: readonly GraphQLNamedType[];
  beforeAll(async () => {
    schema = await createSchema();
    const all = Object.values(schema.getTypeMap());
    types = all.filter(({ name }) => !name.startsWith('__'));
  });

  /** The lists of each type, by their names. */
  const connections = () =>
    types.flatMap((type) =>
      isObjectType(type)
        ? Object.values(type.getFields())
            .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
            .map(({ name }) => `${type.name}.${name}`)
        : [],
    );

  it('each connection is paginated by Apollo Client and Graphcache', () => {
    const configured = (policies: object) =>
      Object.entries(policies).flatMap(([type, fields]) =>
        Object.keys(fields as object).map((name) => `${type}.${name}`),
      );
    const policies = Object.entries(typePolicies).map(([type, { fields = {} }]) => [type, fields]);
    expect(configured(Object.fromEntries(policies)).sort()).toEqual(connections().sort());
    expect(configured(resolvers).sort()).toEqual(connections().sort());
  });

  it('Apollo Client merges each object without ID that a normalized object holds', () => {
    const hasId = (type: unknown): boolean => isObjectType(type) && 'id' in type.getFields();
    const held = types.flatMap((type) =>
      isObjectType(type) && (hasId(type) || type.name === 'Query')
        ? Object.values(type.getFields()).map((field): unknown => getNullableType(field.type))
        : [],
    );
    const names = types
      .filter((type) => isObjectType(type) && !hasId(type) && held.includes(type))
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('Connection'));
    const policies = Object.entries<TypePolicy>(typePolicies);
    expect(policies.flatMap(([name, { merge }]) => (merge === true ? [name] : [])).sort()).toEqual(names.sort());
  });

  it('each type without an ID is embedded, and each union and interface has its members', () => {
    const embedded = types.filter((type) => isObjectType(type) && !('id' in type.getFields()));
    const names = embedded
      .map(({ name }) => name)
      .filter((name) => !/Connection$|Edge$|Payload$|^(?:Query|Mutation|Subscription|PageInfo)$/.test(name));
    expect(Object.keys(keys).sort()).toEqual(names.sort());
    const abstract = types
      .filter((type) => isAbstractType(type) && type.name !== 'Node')
      .map((type) => [
        type.name,
        schema
          .getPossibleTypes(type as GraphQLAbstractType)
          .map(({ name }) => name)
          .sort(),
      ]);
    expect(possibleTypes).toEqual(Object.fromEntries(abstract));
  });

  it('each scalar has a type in the configurations of the code generators', () => {
    const scalars = types.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type)).map(({ name }) => name);
    const relay = JSON.parse(readFileSync('docs/frontend/relay.config.json', 'utf8')) as { customScalarTypes: object };
    expect(Object.keys(relay.customScalarTypes).sort()).toEqual(scalars.sort());
    const codegen = readFileSync('docs/frontend/generate.mjs', 'utf8');
    expect(scalars.filter((name) => !codegen.includes(`${name}: '`))).toEqual([]);
  });
});
