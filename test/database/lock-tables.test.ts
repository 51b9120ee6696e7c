import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { withTablesLocked } from '../../src/database/lock-tables.js';
import { closeOrm, createOrm, type Orm } from '../../src/database/orm.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/process.js';

let database: TestDatabase;
let orm: Orm;
let service: pg.PoolClient;

beforeAll(async () => {
  database = await freshDatabase();
  orm = createOrm(database.address, 1);
});
afterAll(async () => {
  await closeOrm(orm);
  await database.drop();
});
/** A transaction of a running service. */
beforeEach(async () => {
  service = await database.pool.connect();
  await service.query('begin');
});
afterEach(async () => {
  await service.query('rollback');
  service.release();
});

const exclusiveLocks = `select relation::regclass::text as name from pg_locks
  where mode = 'AccessExclusiveLock' and granted and database = (select oid from pg_database where datname = current_database())`;
const waits = async () => {
  const { rowCount } = await database.pool.query(
    "select from pg_locks where not granted and mode = 'AccessExclusiveLock'",
  );
  return rowCount === 1;
};

describe('withTablesLocked', () => {
  it('locks every table before the work', async () => {
    const locked = await withTablesLocked(orm.em, async (transaction) => {
      const rows = await transaction.execute<{ name: string }[]>(exclusiveLocks);
      return rows.map(({ name }) => name);
    });
    const { rows } = await database.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    expect(locked).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
    expect(rows.length).toBeGreaterThan(30);
  });

  it('yields to a transaction that uses its tables in another order, and succeeds after it', async () => {
    // The last table; the others are locked when its lock is awaited.
    const { rows } = await database.pool.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by oid desc",
    );
    await service.query(`lock table ${rows[0]?.name} in row exclusive mode`);
    let done = false;
    const work = withTablesLocked(orm.em, () => Promise.resolve((done = true)));
    await eventually(waits);
    for (const { name } of rows) await service.query(`select from ${name} limit 1`);
    expect(done).toBe(false);
    await service.query('commit');
    expect(await work).toBe(true);
  });

  it('stops waiting on abort', async () => {
    await service.query('lock table talks in row exclusive mode');
    const abort = new AbortController();
    const work = withTablesLocked(orm.em, () => Promise.resolve(true), abort.signal);
    await eventually(waits);
    abort.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('does not repeat work that has failed', async () => {
    let times = 0;
    const work = withTablesLocked(orm.em, async (transaction) => {
      times += 1;
      await transaction.execute("set local statement_timeout = '10ms'");
      await transaction.execute('select pg_sleep(1)');
    });
    await expect(work).rejects.toThrow('statement timeout');
    expect(times).toBe(1);
  });
});
