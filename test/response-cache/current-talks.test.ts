import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse, print, type DocumentNode } from 'graphql';
import { randomInt } from 'node:crypto';
import type { FacadeParts } from '../../src/server/app/rest-endpoint.js';
import { ask } from '../graphql/ask.js';
import { randomFrom } from '../process/random-world.js';
import { Cleanup } from '../../src/server/composition/lifecycle.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { startInstance, type Instance } from '../support/instance.js';
import { unlimitedWrites } from '../support/unlimited-writes.js';

/** The stored operations of a website with programmes, which are cached. */
const operations: Readonly<Record<string, DocumentNode>> = {
  Current: parse('query Current($id: ID!) { event(id: $id) { now { title } next { title } } }'),
  Now: parse('query Now($id: ID!) { event(id: $id) { name now { title } } }'),
  Later: parse(
    'query Later($id: ID!) { talk(id: $id) { event { ...Next } } } fragment Next on Event { next { title } }',
  ),
  Everywhere: parse('query Everywhere { events(filter: ALL, offset: 0) { nodes { now { title } next { title } } } }'),
  Between: parse(
    'query Between($id: ID!, $a: TolerantDateTime, $b: TolerantDateTime) { event(id: $id) { talks(from: $a, until: $b) { nodes { title } } } }',
  ),
  Starred: parse(
    'query Starred($id: ID!, $yes: Boolean) { event(id: $id) { talks(starred: $yes) { nodes { title } } } }',
  ),
};
const website: FacadeParts = {
  storedOperations: Object.values(operations),
  patternsOfOperations: {},
  resourceOf: () => null,
  uriOf: () => null,
  wantsPage: () => false,
  connected: () => ({
    handler: (_request, response) => response.writeHead(404).end('There is nothing here'),
    handleError: (_error, _request, response) => response.writeHead(500).end(),
  }),
  documents: [],
};

const cleanup = new Cleanup();
let database: TestDatabase;
/** Two services with their own caches and clocks. */
let services: Instance[];
let [event, talk, viewer, token] = ['', '', '', ''];
/** 9:00 UTC on a day of the event, in seconds. */
const NINE = Date.UTC(2026, 5, 1, 9) / 1000;
const MINUTE = 60;

beforeAll(async () => {
  database = await freshDatabase();
  cleanup.add(() => database.drop());
  const settings = { LOG_LEVEL: 'error', SECRET_KEY: 'of two services that share a database', ...unlimitedWrites };
  const shared = { CDN_MAX_AGE: '86400', CDN_KEY_HEADER: 'Surrogate-Key', CDN_PURGE_URL: 'http://127.0.0.1:9/' };
  services = [];
  for (let n = 0; n < 2; n += 1) {
    const service = await startInstance(database, { ...settings, ...shared }, { facade: website });
    cleanup.add(() => service.stop());
    services.push(service);
  }
  event = await make.createEvent(database.pool);
  viewer = await make.createUser(database.pool);
  token = await make.createToken(database.pool, viewer);
  for (const [title, start, minutes] of [
    ['first', 10, 20],
    ['second', 30, 30],
    ['third', 90, 10],
  ] as const) {
    talk = await addTalk(title, start, minutes);
  }
});
afterAll(() => cleanup.run());
/** Invalidates all responses, as the time of these tests does not only increase. */
beforeEach(() => database.pool.query('insert into changes (event_id) values (0)'));

/** Start and duration in minutes, from 9:00. */
const addTalk = (title: string, start: number, duration_minutes: number) =>
  make.createTalk(database.pool, event, {
    ...{ title, duration_minutes },
    starts_at: new Date((NINE + start * MINUTE) * 1000),
  });

/** Sets the clocks of both services, in minutes from 9:00. */
async function at(minutes: number): Promise<void> {
  for (const { clock } of services) await clock.compare(() => Promise.resolve(NINE + minutes * MINUTE));
}

const [first, second] = [() => services[0] as Instance, () => services[1] as Instance];

async function get({ base }: Instance, operation: string, variables: object, headers: Record<string, string> = {}) {
  const query = new URLSearchParams({ operation, variables: JSON.stringify(variables) });
  const response = await fetch(`${base}/graphql?${query.toString()}`, { headers });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  return { data, errors, cacheControl: response.headers.get('cache-control') };
}

/** Whether a service answers from its cache. */
async function outcome(service: Instance, operation: string, variables: object): Promise<'hit' | 'miss'> {
  const hits = async () => {
    const metric = (await service.samples()).find(({ name }) => name === 'lectern_response_cache_total');
    return metric?.values.find(({ labels }) => labels['outcome'] === 'hit')?.value ?? 0;
  };
  const before = await hits();
  await get(service, operation, variables);
  return (await hits()) > before ? 'hit' : 'miss';
}

/** The current talks that a service returns. */
async function current(service: Instance) {
  const { data } = await get(service, 'Current', { id: event });
  return (data as { event: object }).event;
}

describe('a cached response with current talks', () => {
  it('is served until a talk starts or ends, by each of two services', async () => {
    const states = [
      [0, { now: [], next: [{ title: 'first' }] }],
      [9.9, { now: [], next: [{ title: 'first' }] }],
      [10, { now: [{ title: 'first' }], next: [{ title: 'second' }] }],
      [29.9, { now: [{ title: 'first' }], next: [{ title: 'second' }] }],
      [30, { now: [{ title: 'second' }], next: [{ title: 'third' }] }],
      [60, { now: [], next: [{ title: 'third' }] }],
      [90, { now: [{ title: 'third' }], next: [] }],
      [100, { now: [], next: [] }],
    ] as const;
    for (const [minutes, state] of states) {
      await at(minutes);
      expect([minutes, await current(first()), await current(second())]).toEqual([minutes, state, state]);
      expect(await outcome(first(), 'Current', { id: event })).toBe('hit');
    }
  });

  it('lives in a shared cache no longer than that', async () => {
    await at(9.5);
    const { cacheControl } = await get(first(), 'Current', { id: event });
    const seconds = Number(/s-maxage=(\d+)/.exec(cacheControl ?? '')?.[1]);
    expect(seconds).toBeGreaterThan(15);
    expect(seconds).toBeLessThanOrEqual(30);
  });

  it('is computed again after a write to the programme, by the other service as well', async () => {
    await at(0);
    for (const service of services) await current(service);
    const early = await addTalk('early', 5, 1);
    for (const service of services) expect(await current(service)).toEqual({ now: [], next: [{ title: 'early' }] });
    await database.pool.query('delete from talks where id = $1', [early]);
    for (const service of services) expect(await current(service)).toEqual({ now: [], next: [{ title: 'first' }] });
  });
});

describe('a stored programme between dates', () => {
  it.each([
    ['2026-06-01 09:00', '2026-06-02T00:00:00Z', 'hit'],
    [null, null, 'hit'],
    ['@1780300000', null, 'hit'],
    ['today', null, 'miss'],
    ['2026-06-01', '14:00', 'miss'],
    [null, '2 June', 'miss'],
    ['now', '+1 hour', 'miss'],
  ] as const)('from %s until %s is computed at the second request: %s', async (a, b, expected) => {
    await at(0);
    await outcome(first(), 'Between', { id: event, a, b });
    expect(await outcome(first(), 'Between', { id: event, a, b })).toBe(expected);
  });

  it('follows the clock if its dates do', async () => {
    const titles = async (minutes: number) => {
      await at(minutes);
      const { data, cacheControl } = await get(first(), 'Between', { id: event, a: 'now', b: '+1 hour' });
      // Shared caches may not serve it either.
      expect(cacheControl).toBe('public, no-cache');
      return data;
    };
    expect([await titles(0), await titles(45)]).toEqual([
      { event: { talks: { nodes: [{ title: 'first' }, { title: 'second' }] } } },
      { event: { talks: { nodes: [{ title: 'third' }] } } },
    ]);
  });
});

describe('a stored programme filtered by stars', () => {
  it('is never cached: each viewer has their own, and anonymous callers have none', async () => {
    await make.createStar(database.pool, event, talk, viewer);
    const stranger = await make.createToken(database.pool, await make.createUser(database.pool));
    const starred = (headers?: Record<string, string>) => get(first(), 'Starred', { id: event, yes: true }, headers);
    const as = (bearer: string) => starred({ Authorization: `Bearer ${bearer}` });
    const none = { event: { talks: { nodes: [] } } };
    for (let n = 0; n < 2; n += 1) {
      expect((await as(token)).data).toEqual({ event: { talks: { nodes: [{ title: 'third' }] } } });
      expect((await as(stranger)).data).toEqual(none);
      const anonymous = await starred();
      expect(anonymous.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
      expect(await outcome(first(), 'Starred', { id: event, yes: true })).toBe('miss');
    }
  });
});

describe('any cached response with current talks', () => {
  it('never differs from a fresh one, at any sequence of times, in whatever operation it is', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
    const random = randomFrom(seed);
    const names = ['Current', 'Now', 'Later', 'Everywhere'];
    for (let n = 0; n < 40; n += 1) await addTalk(`random ${n}`, Math.floor(random() * 400), Math.floor(random() * 20));
    let minutes = 0;
    for (let step = 0; step < 80; step += 1) {
      // Ten seconds off each boundary, as the clocks run while a response is compared.
      if (random() < 0.5) minutes += Math.floor(random() * 12) + 1;
      await at(minutes + 10 / 60);
      const name = names[Math.floor(random() * names.length)] ?? '';
      const variables = name === 'Everywhere' ? {} : { id: name === 'Later' ? talk : event };
      const service = services[Math.floor(random() * 2)] as Instance;
      const cached = await get(service, name, variables);
      const fresh = await ask(service, print(operations[name] as DocumentNode), { variables });
      expect([seed, name, minutes, cached.data]).toEqual([seed, name, minutes, fresh.data]);
    }
  });
});
