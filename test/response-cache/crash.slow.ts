import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { createPreconditions } from '../../src/http/cache/preconditions.js';
import { statementsOf, type Precondition } from '../../src/core/transaction/transactions.js';
import { statement } from '../../src/database/sql/statement.js';
import { startEmbeddedPostgres, type EmbeddedConnection } from '../../src/database/embedded/index.js';
import { migrate } from '../../src/database/migrate.js';
import { closeOrm, createOrm } from '../../src/database/orm.js';
import { createRun } from '../../src/core/transaction/run.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder, killPostgres } from '../support/data-folder.js';
import { createEvent } from '../support/factories.js';
import { eventually, startProcess, type ServiceProcess } from '../support/process.js';

const written = statement('select written', () => sql`select 1 as written`);

/** Transactions that are rolled back, unflushed, before each crash. */
const LOST = 40;
/** A background job may flush the log between the rollbacks and the crash. */
const ATTEMPTS = 5;

let folder: string;
let connection: EmbeddedConnection;
let pool: pg.Pool;
let event: string;
let [polling, silent, uncached]: ServiceProcess[] = [];
let serial = 0;

beforeAll(async () => {
  folder = await dataFolder();
  // Without commits, only the WAL writer flushes rollbacks to disk.
  const settings = { fsync: 'off', wal_writer_delay: '10s', autovacuum: 'off' };
  const server = await startEmbeddedPostgres({ dataDirectory: folder, settings });
  atTheEnd(() => server.stop());
  ({ connection } = server);
  await migrate(connection);
  pool = new pg.Pool({ ...connection, max: 2 });
  pool.on('error', () => undefined);
  atTheEnd(() => pool.end());
  event = await createEvent(pool);
  const start = async (megabytes: string) =>
    startProcess({
      ...{ DATABASE_URL: urlOf(connection), DATA_DIR: await dataFolder(), LOG_LEVEL: 'error', WORKERS: '1' },
      ...{ ANSWER_CACHE_MEGABYTES: megabytes, SECRET_KEY: 'the same secret key in every process' },
    });
  [polling, silent, uncached] = await Promise.all([start('32'), start('32'), start('0')]);
});
afterAll(cleanUp);

async function read(service: ServiceProcess | undefined): Promise<string> {
  const response = await fetch(`${service?.base}/v2.1/events/${event}`);
  return (await response.text()).replaceAll(service?.base ?? '', '');
}

/** Retries until the service responds: its connections ended with the server. */
async function readAgain(service: ServiceProcess | undefined): Promise<string> {
  let body = '';
  await eventually(async () => {
    body = await read(service);
    return body.startsWith('{');
  });
  return body;
}

async function nextTransaction(): Promise<bigint> {
  const { rows } = await pool.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
  return BigInt(rows[0]?.next ?? 0);
}

async function rollBack(times: number): Promise<void> {
  const client = await pool.connect();
  client.on('error', () => undefined);
  for (let count = 0; count < times; count += 1) {
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    await client.query('rollback');
  }
  client.release();
}

async function untilConnected(): Promise<void> {
  await eventually(() =>
    pool.query('select').then(
      () => true,
      () => false,
    ),
  );
}

/** @returns whether PostgreSQL restarted with transaction IDs that it had assigned before */
async function crashAndReuse(crash: () => Promise<void>, before: () => Promise<unknown>): Promise<boolean> {
  await pool.query('checkpoint');
  await before();
  await rollBack(LOST);
  await before();
  const assigned = await nextTransaction();
  await crash();
  await untilConnected();
  return (await nextTransaction()) + BigInt(LOST / 2) < assigned;
}

/** Updates the event in a transaction with a reused ID, then assigns all other lost IDs. */
async function updateUnderReusedId(): Promise<void> {
  await pool.query('update events set location = $1 where id = $2', [`Hall ${(serial += 1)}`, event]);
  for (let count = 0; count < 2 * LOST; count += 1) await pool.query('select pg_current_xact_id()');
}

async function killServer(): Promise<void> {
  await killPostgres(folder);
  await eventually(() => pool.totalCount === 0);
}

/** The postmaster survives: it ends every other process, and recovers. */
async function killBackend(): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  );
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await eventually(() => pool.totalCount === 0);
}

/** Restarts the server as a standby that lacks the last transactions, then promotes it. */
async function promoteStandby(): Promise<void> {
  await writeFile(join(folder, 'postgres', 'standby.signal'), '');
  await killServer();
  await untilConnected();
  expect((await pool.query('select pg_is_in_recovery() as is_standby')).rows).toEqual([{ is_standby: true }]);
  // A poll on a standby proves nothing.
  await eventually(async () => {
    const responses = await Promise.all(
      [polling, silent].map((service) => fetch(`${service?.base}/v2.1/events/${event}`)),
    );
    return responses.every(({ status, headers }) => status === 503 && headers.has('retry-after'));
  });
  await pool.query('select pg_promote()');
}

const crashes = {
  'kill -9 of PostgreSQL': killServer,
  'kill -9 of one backend': killBackend,
  'promotion of a standby': promoteStandby,
};

describe.each(Object.entries(crashes))('after %s with reused transaction IDs', (_, crash) => {
  it('returns no stale cached response, whether a process polls during the crash or not', async () => {
    const cache = () => Promise.all([readAgain(polling), readAgain(silent)]);
    let isReused = false;
    for (let attempt = 0; attempt < ATTEMPTS && !isReused; attempt += 1) {
      isReused = await crashAndReuse(crash, cache);
      if (isReused) await readAgain(polling);
      await updateUnderReusedId();
    }
    expect(isReused).toBe(true);
    const computed = await readAgain(uncached);
    expect(computed).toContain(`Hall ${serial}`);
    for (let count = 0; count < 5; count += 1) {
      expect([await readAgain(polling), await readAgain(silent)]).toEqual([computed, computed]);
    }
  });

  it('rejects a conditional write whose preconditions were evaluated before the crash', async () => {
    const orm = createOrm(connection, 2);
    atTheEnd(() => closeOrm(orm));
    const run = createRun(pool, { prepared: true });
    const { watch } = createPreconditions(run);
    let precondition: Precondition | undefined;
    const evaluate = async () => {
      precondition = await watch({ kind: 'events', id: event });
    };
    const conditionalWrite = () =>
      orm.em.fork().transactional(async (em) => {
        const { run: inside } = statementsOf(em);
        return precondition?.(inside, () => inside(written, {}));
      });
    let isReused = false;
    for (let attempt = 0; attempt < ATTEMPTS && !isReused; attempt += 1) {
      isReused = await crashAndReuse(crash, evaluate);
      await updateUnderReusedId();
    }
    expect(isReused).toBe(true);
    await expect(conditionalWrite()).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    await evaluate();
    await expect(conditionalWrite()).resolves.toEqual([{ written: 1 }]);
  });
});
