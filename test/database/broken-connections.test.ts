import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeOrm, createOrm, poolOf, type Orm } from '../../src/database/orm.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

const CONNECTIONS = 2;

let database: TestDatabase;
let orm: Orm;
beforeAll(async () => {
  database = await freshDatabase();
  orm = createOrm(database.address, CONNECTIONS);
});
afterAll(async () => {
  await closeOrm(orm);
  await database.drop();
});

const end = (pid: unknown) => database.pool.query('select pg_terminate_backend($1)', [pid]);

describe('a broken connection', () => {
  it('is released if it breaks within a transaction', async () => {
    for (let time = 0; time < 3 * CONNECTIONS; time += 1) {
      const broken = orm.em.fork().transactional(async (em) => {
        const [{ pid } = { pid: 0 }] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
        await end(pid);
        await em.execute('select 1');
      });
      await expect(broken).rejects.toThrow(/terminat|connection|EPIPE/i);
    }
    const pool = await poolOf(orm);
    expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([0, 0, 0]);
    expect(await orm.em.fork().transactional((em) => em.execute('select 1 as one'))).toEqual([{ one: 1 }]);
  });

  it('is released if it breaks before the transaction begins, and can be released twice', async () => {
    const pool = await poolOf(orm);
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await end(rows[0]?.pid);
    await expect(client.query('begin')).rejects.toThrow(/terminat|connection|EPIPE/i);
    expect(pool.totalCount).toBe(0);
    client.release();
    expect(await orm.em.fork().transactional((em) => em.execute('select 1 as one'))).toEqual([{ one: 1 }]);
  });
});

it('a connection to a read-only server is closed when it is released', async () => {
  const pool = await poolOf(orm);
  const client = await pool.connect();
  await client.query('set default_transaction_read_only = on');
  await expect(client.query('create table written ()')).rejects.toMatchObject({ code: '25006' });
  const before = pool.totalCount;
  client.release();
  expect(pool.totalCount).toBe(before - 1);
});

it('a closed ORM does not connect again', async () => {
  const closed = createOrm(database.address, CONNECTIONS);
  expect(await closed.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await closeOrm(closed);
  await expect(closed.em.fork().execute('select 1')).rejects.toThrow('The ORM is closed');
  await expect(closed.em.fork().transactional((em) => em.execute('select 1'))).rejects.toThrow('The ORM is closed');
});
