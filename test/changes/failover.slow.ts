import { afterEach, expect, it } from '@jest/globals';
import type pg from 'pg';
import { readChanges, type LogPosition } from '../../src/core/reads/change-log.js';
import { createRun } from '../../src/core/transaction/run.js';
import { cleanUp } from '../support/clean-up.js';
import * as make from '../support/factories.js';
import { eventually } from '../support/process.js';
import { startPair } from '../support/streaming-pair.js';
import { anonymous } from './writers.js';

afterEach(cleanUp);

const log = async (pool: pg.Pool, event: string, records: readonly number[]) => {
  for (const record of records) {
    await pool.query("insert into event_log (event_id, kind, record_id) values ($1, 'talk.changed', $2)", [
      event,
      record,
    ]);
  }
};

/** All records after a position, and the end. */
async function read(pool: pg.Pool, event: string, after: LogPosition | null) {
  const run = createRun(pool, { prepared: false });
  const { changes, end } = await readChanges(run, 'public', anonymous, {
    eventId: event,
    kinds: null,
    first: 100,
    after,
  });
  return { records: changes.map(({ recordId }) => Number(recordId)), end };
}

it('after the promotion of an asynchronous standby, readers miss no change that survived', async () => {
  const { primary, replica } = await startPair();
  const event = await make.createEvent(primary.pool, {});
  await log(primary.pool, event, [1, 2]);
  const { end: early } = await read(primary.pool, event, null);
  await log(primary.pool, event, [3]);
  await eventually(async () => {
    const { rows } = await replica.pool.query<{ count: number }>('select count(*)::int as count from event_log');
    return rows[0]?.count === 3;
  });
  await replica.pool.query("alter system set primary_conninfo = ''");
  await replica.pool.query('select pg_reload_conf()');
  await eventually(async () => (await primary.pool.query('select from pg_stat_replication')).rowCount === 0);

  // These are lost, together with transaction IDs that the promoted server assigns again.
  await log(primary.pool, event, [101, 102, 103, 104]);
  const lost = await read(primary.pool, event, early);
  expect(lost.records).toEqual([3, 101, 102, 103, 104]);
  await primary.stop();
  await replica.pool.query('select pg_promote(true, 30)');

  await log(replica.pool, event, [4, 5]);
  expect((await read(replica.pool, event, early)).records).toEqual([3, 4, 5]);
  expect((await read(replica.pool, event, lost.end)).records).toEqual([4, 5]);
  const { rows } = await replica.pool.query<{ reused: boolean }>(
    'select max(transaction_id) <= $1::xid8 as reused from event_log',
    [lost.end.transactionId],
  );
  expect(rows).toEqual([{ reused: true }]);
}, 120_000);
