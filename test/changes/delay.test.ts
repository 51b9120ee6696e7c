import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogDelay, delaysOf } from '../../src/core/changes/log-delay.js';
import { createRun } from '../../src/core/transaction/run.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { settled } from './log.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('the delay is the time for which a change has waited for an earlier transaction', async () => {
  const { pool } = database;
  const delay = createLogDelay(createRun(pool, { prepared: true }));
  const event = await make.createEvent(pool, {});
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  const begin = performance.now();
  await pool.query("insert into event_log (event_id, kind, record_id) values ($1, 'event.changed', $1)", [event]);
  const first = await delay();
  expect(first).toBeLessThanOrEqual((performance.now() - begin) / 1_000);
  await client.query('select pg_sleep(0.3)');
  expect(await delay()).toBeGreaterThan(0.25);
  await client.query('commit');
  client.release();
  await settled(pool);
  expect(await delay()).toBe(0);
});

it('the operator is informed of long transactions only', async () => {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  expect(await delaysOf(database.pool)).toEqual([]);
  expect(await delaysOf(database.pool, 0)).toContainEqual({
    holder: expect.stringMatching(/^process \d+$/),
    database: expect.stringMatching(/^lectern_test_/),
    seconds: expect.any(Number),
  });
  await client.query('rollback');
  client.release();
});
