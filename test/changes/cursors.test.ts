import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { LOG_START, readChanges, type ChangePage, type LogPosition } from '../../src/core/reads/change-log.js';
import { createRun } from '../../src/core/transaction/run.js';
import type { Run } from '../../src/database/sql/statement.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { eventually } from '../support/process.js';
import { anonymous } from './writers.js';

let database: TestDatabase;
let run: Run;
let event: string;
beforeAll(async () => {
  database = await freshDatabase();
  run = createRun(database.pool, { prepared: true });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from event_log; delete from event_log_end');
  event = await make.createEvent(database.pool, {});
});

const log = (record: number, columns = '', values = '') =>
  database.pool.query(`insert into event_log (event_id, kind, record_id${columns})
    values (${event}, 'talk.changed', ${record}${values})`);
const read = (after: LogPosition | null, first = 100) =>
  readChanges(run, 'public', anonymous, { eventId: event, kinds: null, first, after });
/** The page after a position, once it has these records: transactions in other databases of the server delay it. */
async function pageWith(after: LogPosition | null, records: readonly string[], first = 100): Promise<ChangePage> {
  let page = await read(after, first);
  await eventually(async () => {
    page = await read(after, first);
    return page.changes.map(({ recordId }) => recordId).join() === records.join();
  });
  return page;
}
const expired = { problems: [{ reason: 'CURSOR_EXPIRED', field: 'after' }] };

describe('A cursor', () => {
  it('continues after an empty page, and from the head', async () => {
    const { end, head } = await read(null);
    await log(1);
    await pageWith(end, ['1']);
    await pageWith(head, ['1']);
    const { end: next } = await pageWith(end, ['1']);
    await pageWith(next, []);
    await log(2);
    await pageWith(next, ['2']);
  });

  it('waits for every transaction that began earlier', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(`insert into event_log (event_id, kind, record_id) values (${event}, 'talk.changed', 1)`);
    await log(2);
    const { changes, end } = await read(null);
    expect(changes).toEqual([]);
    await client.query('commit');
    client.release();
    await pageWith(end, ['1', '2']);
  });

  it('expires if a change after it has been deleted', async () => {
    await log(1);
    const { end } = await pageWith(null, ['1']);
    await log(2);
    const { end: last } = await pageWith(null, ['1', '2']);
    await database.pool.query(`with gone as (delete from event_log returning epoch, transaction_id, id)
      insert into event_log_end (epoch, transaction_id, id)
      select epoch, transaction_id, id from gone order by id desc limit 1`);
    await expect(read(end)).rejects.toMatchObject(expired);
    await pageWith(last, []);
    // A reader without a cursor starts at the oldest change that exists.
    await log(3);
    await pageWith(null, ['3']);
  });

  it('expires if its epoch is unknown, or its transaction has yet to begin', async () => {
    const { head } = await read(null);
    await expect(read({ ...head, epoch: String(BigInt(head.epoch) + 1n) })).rejects.toMatchObject(expired);
    const later = { ...head, transactionId: String(BigInt(head.transactionId) + 1_000_000n) };
    await expect(read(later)).rejects.toMatchObject(expired);
    await expect(read(LOG_START)).resolves.toBeDefined();
  });
});

describe('A log restored into another cluster', () => {
  const FUTURE = '9000000000000000';

  it('is readable at once, although its transactions have yet to be assigned, and new rows follow it', async () => {
    await database.pool.query(`insert into event_log_epochs (id, server, system) values (1, 'elsewhere', 'elsewhere')
      on conflict do nothing`);
    await log(1, ', epoch, transaction_id', `, 1, '${FUTURE}'`);
    await log(2, ', epoch, transaction_id', `, 1, '${FUTURE}'`);
    await log(3);
    const { end } = await pageWith(null, ['1', '2'], 2);
    await pageWith(end, ['3']);
  });

  it('starts an epoch for each run of the server', async () => {
    const epochs = 'select id from event_log_epochs where server not like $1 order by id';
    await log(1);
    const { rows: before } = await database.pool.query(epochs, ['elsewhere%']);
    await database.pool.query("update event_log_epochs set server = 'elsewhere ' || id where server not like $1", [
      'elsewhere%',
    ]);
    await log(2);
    const { rows: after } = await database.pool.query<{ id: string }>(epochs, ['elsewhere%']);
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(BigInt(after[0]?.id ?? 0)).toBeGreaterThan(BigInt((before[0] as { id: string }).id));
    await pageWith(null, ['1', '2']);
  });

  it('starts one epoch for concurrent first transactions, even if the clock has been set back', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => database.pool.connect()));
    const nextEpoch = async (client: PoolClient): Promise<string | undefined> =>
      (await client.query<{ epoch: string }>('select public.event_log_epoch() as epoch')).rows[0]?.epoch;
    try {
      for (let time = 0; time < 200; time += 1) {
        // Now the clock is behind the last epoch, so all transactions would choose the same next one.
        await database.pool.query(`update event_log_epochs set server = 'elsewhere ' || id, id = id + 1000000000000
          where server not like 'elsewhere%'`);
        const epochs = await Promise.all(clients.map(nextEpoch));
        expect(new Set(epochs).size).toBe(1);
      }
    } finally {
      for (const client of clients) client.release();
    }
  });
});
