import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { createRun } from '../../src/core/transaction/run.js';
import { pgConfig } from '../../src/database/orm.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { follow, write, type Written } from './writers.js';

const WRITERS = 8;
const TRANSACTIONS = 10_000;
const MAX_DELAY_MS = 2_000;
const MAX_LAG_MS = 30_000;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ ...pgConfig(database.address), max: WRITERS + 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** One transaction in fifty lasts up to two seconds; the others end at once. */
const delayOf = () => (Math.random() < 0.02 ? Math.random() * MAX_DELAY_MS : 0);

it('every committed change appears to each reader once and in the same order, and no other', async () => {
  const event = await make.createEvent(pool, {});
  const written: Written = { committed: new Set(), rolledBack: new Set() };
  const run = createRun(pool, { prepared: true });
  let endsAt = Infinity;
  // Other work of the server, such as ANALYZE, delays the last rows.
  const isOver = (count: number) => performance.now() > endsAt && (count >= written.committed.size || isLate());
  const isLate = () => performance.now() > endsAt + MAX_LAG_MS;
  const readers = [3, 17, 100].map((first, place) =>
    follow(run, { eventId: place === 1 ? event : null, first }, isOver),
  );
  const transactions = TRANSACTIONS / WRITERS;
  await Promise.all(
    Array.from({ length: WRITERS }, (_, writer) => write(pool, event, { transactions, writer, delayOf }, written)),
  );
  endsAt = performance.now();
  const [one = [], ...others] = await Promise.all(readers);
  expect(one).toHaveLength(written.committed.size);
  expect(new Set(one)).toEqual(written.committed);
  expect(others.every((other) => other.join() === one.join())).toBe(true);
  expect(one.filter((record) => written.rolledBack.has(record))).toEqual([]);
}, 300_000);

it('paging by ID alone would miss changes', async () => {
  const event = await make.createEvent(pool, {});
  const written: Written = { committed: new Set(), rolledBack: new Set() };
  let isOver = false;
  const seen = new Set<string>();
  const reader = (async () => {
    let after = '0';
    while (!isOver) {
      const { rows } = await pool.query<{ id: string; record: string }>(
        'select id, record_id as record from event_log where event_id = $1 and id > $2 order by id limit 100',
        [event, after],
      );
      for (const { record } of rows) seen.add(record);
      after = rows.at(-1)?.id ?? after;
    }
  })();
  const often = () => (Math.random() < 0.2 ? Math.random() * 100 : 0);
  await Promise.all(
    Array.from({ length: WRITERS }, (_, writer) =>
      write(pool, event, { transactions: 100, writer, delayOf: often }, written),
    ),
  );
  isOver = true;
  await reader;
  expect(seen.size).toBeLessThan(written.committed.size);
}, 60_000);
