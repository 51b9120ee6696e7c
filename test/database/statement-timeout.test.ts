import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { readConfig, type Config } from '../../src/config/config.js';
import { openDatabase, openDatabaseForCommand, type OpenDatabase } from '../../src/database/open.js';
import { closeOrm, createOrm, poolOf } from '../../src/database/orm.js';
import { externalLocation } from '../../src/database/database-location.js';
import { pipelinedTransactions } from '../../src/core/transaction/pipelined-transaction.js';
import { translateDatabaseError, createRun } from '../../src/core/transaction/run.js';
import { statement } from '../../src/database/sql/statement.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** The URL of the database for `DATABASE_URL`, also for a socket. */
function addressAsUrl(): string {
  const { address } = database;
  if ('url' in address) return address.url;
  const { user, host, port, database: name } = address;
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`;
}

const unavailable = { code: 'UNAVAILABLE', problems: [{ reason: 'DATABASE_UNREACHABLE' }] };
const one = statement<object, object>('one', () => sql<object>`select 1 as one`);

describe('a statement that exceeds its timeout', () => {
  it('is cancelled, and the response is 503', async () => {
    const orm = createOrm(database.address, 1, { statement_timeout: 100 });
    const run = createRun(await poolOf(orm), { prepared: true });
    const sleep = statement<object, object>('sleep', () => sql<object>`select pg_sleep(20)`);
    await expect(run(sleep, {})).rejects.toMatchObject(unavailable);
    await closeOrm(orm);
  });

  it('is cancelled while it waits for a lock, with the same response', async () => {
    const orm = createOrm(database.address, 1, { lock_timeout: 100 });
    const holder = await database.pool.connect();
    await holder.query('begin; lock table events in access exclusive mode');
    const read = statement<object, object>('read a locked row', () => sql<object>`select from events`);
    await expect(createRun(await poolOf(orm), { prepared: true })(read, {})).rejects.toMatchObject(unavailable);
    await holder.query('rollback');
    holder.release();
    await closeOrm(orm);
  });

  it('does not delay the following statement of its transaction, with the same response', async () => {
    const orm = createOrm(database.address, 1, { idle_in_transaction_session_timeout: 100 });
    const pool = await poolOf(orm);
    const late = pipelinedTransactions(pool, { prepared: true })(async ({ run }) => {
      await run(one, {});
      await delay(2_000);
      await run(one, {});
    });
    await expect(late).rejects.toMatchObject(unavailable);
    // Over TCP the next statement may already have been sent.
    expect(translateDatabaseError({ code: '25P03' })).toMatchObject(unavailable);
    expect(await createRun(pool, { prepared: true })(one, {})).toEqual([{ one: 1 }]);
    await closeOrm(orm);
  });

  const openForService = (config: Config) =>
    openDatabase(config, externalLocation(addressAsUrl()), () => undefined, new AbortController().signal);
  const UNBOUNDED = { statement: '0', lock: '0', idle: '0' };
  it.each<[string, object, (config: Config) => Promise<OpenDatabase>]>([
    ['a service', { statement: '10s', lock: '5s', idle: '5s' }, openForService],
    ['a command, without a timeout', UNBOUNDED, (config) => openDatabaseForCommand(config, () => undefined, false)],
  ])('has the timeout for %s in %j', async (_, timeouts, open) => {
    const opened = await open(readConfig({ DATABASE_URL: addressAsUrl() }));
    const shown = await Promise.all(
      [opened.pool, opened.pollPool].map(async (pool) => {
        const { rows } = await pool.query(`select current_setting('statement_timeout') as statement,
          current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`);
        return rows[0] as object;
      }),
    );
    await opened.close();
    expect(shown).toEqual([timeouts, timeouts]);
  });
});
