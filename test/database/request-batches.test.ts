import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type pg from 'pg';
import { createRun } from '../../src/core/transaction/run.js';
import { closeOrm, createOrm, poolOf, type Orm } from '../../src/database/orm.js';
import { batchByRequest } from '../../src/database/sql/request-batches.js';
import { statement } from '../../src/database/sql/statement.js';
import { watchStatements } from '../../src/database/watch-statements.js';
import { emptyResult, runWithRecord, type RequestRecord } from '../../src/telemetry/request/request-record.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

const backend = statement<{ n: number }, { n: number; pid: number }>(
  'batched backend',
  ($) => sql`select 10 / ${$.n}::int as n, pg_backend_pid() as pid`,
);
const searched = statement<{ n: number }, { pid: number }>(
  'batched search',
  ($) => sql`select pg_backend_pid() as pid where ${$.n}::int > 0`,
  true,
);

let database: TestDatabase;
let orm: Orm;
let pool: pg.Pool;
let writes = 0;
const watched: (readonly [name: string, rows: number | undefined])[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  orm = createOrm(database.address, 3);
  pool = await poolOf(orm);
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Duplex & { _writev: unknown } } }).connection;
    for (const name of ['_write', '_writev'] as const) {
      const write = (stream[name] as (...args: unknown[]) => unknown).bind(stream);
      stream[name] = (...args: unknown[]) => {
        writes += 1;
        return write(...args);
      };
    }
  });
  watchStatements(
    pool,
    ({ name }) =>
      (rows) =>
        void watched.push([name(), rows]),
  );
});
beforeEach(async () => {
  // Prepares the statement on every connection.
  await Promise.all([1, 2, 5].map((n) => createRun(pool, { prepared: true })(backend, { n })));
  writes = 0;
  watched.length = 0;
});
afterAll(async () => {
  await closeOrm(orm);
  await database.drop();
});

const newRequest = (): RequestRecord => ({
  ...{ id: 'batch', route: null, viewer: null, statements: 0, statementMs: 0, isStream: false, span: undefined },
  resultSize: emptyResult(),
});
const inRequest = <Value>(work: (run: ReturnType<typeof createRun>) => Promise<Value>, prepared = true) =>
  runWithRecord(newRequest(), () => work(createRun(batchByRequest(pool), { prepared })));
const pids = (results: readonly (readonly { pid: number }[])[]) => new Set(results.map(([row]) => row?.pid));

describe('Statements of one request', () => {
  it('use one connection and one write, if they run in one tick', async () => {
    const results = await inRequest((run) => Promise.all([1, 2, 5].map((n) => run(backend, { n }))));
    expect(results.map(([row]) => row?.n)).toEqual([10, 5, 2]);
    expect(pids(results).size).toBe(1);
    expect(writes).toBe(1);
    expect(watched).toEqual(Array.from({ length: 3 }, () => ['batched backend', 1]));
  });

  it('fail by themselves', async () => {
    const results = await inRequest((run) => Promise.allSettled([1, 0, 5].map((n) => run(backend, { n }))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(watched.map(([, rows]) => rows)).toEqual([1, undefined, 1]);
    expect(await inRequest((run) => run(backend, { n: 2 }))).toMatchObject([{ n: 5 }]);
  });

  it('run side by side if they belong to different requests, or to none', async () => {
    const each = await Promise.all([1, 2].map((n) => inRequest((run) => run(backend, { n }))));
    expect(pids(each).size).toBe(2);
    const run = createRun(batchByRequest(pool), { prepared: true });
    expect(pids(await Promise.all([1, 2].map((n) => run(backend, { n })))).size).toBe(2);
  });

  it('do not wait for a search, which has a connection of its own', async () => {
    const results = await inRequest((run) => Promise.all([run(backend, { n: 1 }), run(searched, { n: 1 })]));
    expect(pids(results).size).toBe(2);
  });

  it('are not batched behind a pooler without prepared statements', async () => {
    const results = await inRequest((run) => Promise.all([1, 2].map((n) => run(backend, { n }))), false);
    expect(pids(results).size).toBe(2);
  });

  it('all fail if the connection is lost, and the next ones get another', async () => {
    const lost = statement<{ n: number }, object>(
      'batched loss',
      ($) => sql`select pg_terminate_backend(pg_backend_pid()) where ${$.n}::int > 0`,
    );
    const results = await inRequest((run) =>
      Promise.allSettled([run(lost, { n: 1 }), run(backend, { n: 1 }), run(backend, { n: 2 })]),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(results).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'UNAVAILABLE' }) }),
    );
    expect(await inRequest((run) => run(backend, { n: 2 }))).toMatchObject([{ n: 5 }]);
  });

  it('all fail if there is no connection', async () => {
    const closed = createOrm(database.address, 1);
    const ended = await poolOf(closed);
    await ended.end();
    const results = await runWithRecord(newRequest(), () => {
      const run = createRun(batchByRequest(ended), { prepared: true });
      return Promise.allSettled([run(backend, { n: 1 }), run(backend, { n: 2 })]);
    });
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
