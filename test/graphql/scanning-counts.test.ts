import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pgConfig } from '../../src/database/orm.js';
import { createEvent, createTalk, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData, type Answer } from './ask.js';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  token = await createToken(pool, await createUser(pool));
  await createTalk(pool, await createEvent(pool), { title: 'Exxon' });
  // The statistics that ANALYZE would store for this many rows.
  const sizes = { talks: 200_000, events: 100_000, users: 50_000 };
  for (const [table, rows] of Object.entries(sizes)) {
    await pool.query('update pg_class set reltuples = $2 where oid = $1::regclass', [table, rows]);
  }
  await ask(service, '{ users { totalCount } }');
});
afterAll(() => service.stop());
beforeEach(() => void service.takeStatements());

const pairs = Array.from({ length: 50 }, (_, n) => `${String.fromCharCode(97 + (n % 26))}${n % 10}`);
const counts = (titles: readonly string[]) =>
  `{ ${titles.map((title, n) => `a${n}: talks(title: "${title}") { totalCount }`).join(' ')} }`;
const reasons = ({ errors }: Answer) => errors.flatMap(({ extensions: { problems } }) => problems.map((p) => p.reason));
const rows = async (query: string) => (await ask(service, query, { token })).extensions.cost?.rows;

describe('a scanning count', () => {
  it.each([
    // One page of 20 records and their list, as without a count; plus one per 100 rows.
    ['talks(title: "xx")', 2_000],
    ['talks(title: "x-x y")', 2_000],
    ['talks(title: "exx")', 100],
    ['users', 500],
    ['users(keyword: "x")', 500],
    ['users(keyword: "user")', 25],
    ['events(title: "x")', 1_000],
    ['events(title: "event")', 50],
    ['events(tags: ["x"])', 50],
    ['events(from: "2026-01-01")', 50],
    ['events(filter: OPEN_CFP)', 50],
    // Stored counters and unique indexes.
    ['users(username: "x")', 0],
    ['events', 0],
    ['events(filter: UPCOMING)', 0],
    ['events(stub: "x")', 0],
  ])('of %s costs %d', async (list, cost) => {
    const without = (await rows(`{ ${list} { offset } }`)) ?? NaN;
    expect(await rows(`{ ${list} { totalCount } }`)).toBe(without + cost);
  });

  it('is rejected together with others before anything runs', async () => {
    const answer = await ask(service, counts(pairs.slice(0, 20)), { token });
    expect([answer.status, reasons(answer)]).toEqual([400, ['TOO_COSTLY']]);
    expect(service.takeStatements().filter((text) => /\btalks\b|count/.test(text))).toEqual([]);
    expect(reasons(await ask(service, counts(['xx', 'xy'])))).toEqual([]);
    expect(reasons(await ask(service, counts(['xx', 'xy', 'xz'])))).toEqual(['TOO_COSTLY']);
  });

  it('runs once, and costs once, however often an operation selects it', async () => {
    const same = Array.from({ length: 50 }, () => 'xx');
    const answer = await ask(service, counts(same), { isSentOnce: true });
    expect([reasons(answer), Object.values(answer.data)]).toEqual([[], same.map(() => ({ totalCount: 1 }))]);
    const statements = service.takeStatements().filter((text) => text.includes('search_pattern'));
    expect(statements.map((text) => text.includes('count(*)'))).toEqual([false, true]);
  });

  it('is repeated by the next operation', async () => {
    const count = async () =>
      (await askData(service, '{ talks(title: "Added since") { totalCount } }')).talks.totalCount;
    expect(await count()).toBe(0);
    const { pool } = service.database;
    await createTalk(pool, await createEvent(pool), { title: 'Added since' });
    expect(await count()).toBe(1);
  });
});

describe('a search', () => {
  // At most 400 for each searched table: pages usually read less of it.
  it.each([
    ['talks(title: "xx") { offset }', 20 + 400],
    ['talks(title: "exx") { offset }', 20 + 100],
    ['users(keyword: "x") { offset }', 20 + 400],
    ['events(title: "x") { offset }', 20 + 400],
    ['search(query: "x", first: 1) { __typename }', 3 + 3 * 400],
    ['search(query: "exx", types: [USER], first: 1) { __typename }', 1 + 25],
    // Reads up to 5 000 rows of the log.
    ['changes(first: 1) { __typename }', 1 + 1_000],
  ])('of %s costs as much as it reads', async (list, cost) => {
    expect(await rows(`{ ${list} }`)).toBe(cost);
  });

  it('of changes is possible three times per operation', async () => {
    const event = await createEvent(service.database.pool);
    const changes = (count: number) =>
      `{ ${pairs
        .slice(0, count)
        .map((name, first) => `${name}: changes(eventId: ${event}, first: ${first}) { endCursor }`)
        .join(' ')} }`;
    expect(reasons(await ask(service, changes(3), { isSentOnce: true }))).toEqual([]);
    expect(reasons(await ask(service, changes(4), { token }))).toEqual(['TOO_COSTLY']);
  });
});

describe('of one caller', () => {
  /** Apart from the pool of the service, whose connections wait. */
  let outside: pg.Client;
  beforeAll(async () => {
    outside = new pg.Client(pgConfig(service.database.address));
    await outside.connect();
    // The response cache looks up the next time of feedback with the first response.
    await fetch(`${service.base}/v2.1/events`);
  });
  afterAll(() => outside.end());

  /** Number of statements that wait for the lock. */
  async function waiting(): Promise<number> {
    await outside.query('select pg_stat_clear_snapshot()');
    const { rows: found } = await outside.query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and state = 'active'",
    );
    return found[0]?.count ?? 0;
  }
  /** The number of waiting statements once it is stable. */
  async function settled(): Promise<number> {
    let last = -1;
    for (let same = 0; same < 5; await sleep(100)) {
      const now = await waiting();
      same = now === last ? same + 1 : 0;
      last = now;
    }
    return last;
  }

  it('two scans run at a time, and the others queue; stored operations do not', async () => {
    await outside.query('begin; lock table talks in access exclusive mode');
    try {
      const anonymous = ['q1', 'q2', 'q3', 'q4'].map((title) => ask(service, counts([title])));
      expect(await settled()).toBe(2);
      const stored = fetch(`${service.base}/v2.1/talks?title=q5`);
      expect(await settled()).toBe(3);
      const search = (text: string) =>
        ask(service, `{ search(query: "${text}", types: [TALK]) { __typename } }`, { token });
      const other = [ask(service, counts(['q6', 'q7', 'q8']), { token }), search('q9'), search('q0')];
      expect(await settled()).toBe(5);
      await outside.query('commit');
      expect((await Promise.all([...anonymous, ...other])).map(reasons).flat()).toEqual([]);
      expect((await stored).status).toBe(200);
    } finally {
      await outside.query('rollback');
    }
  });
});
