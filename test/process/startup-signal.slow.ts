import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { onServer, urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { eventually, spawnService, statusOf, type Ended, type LecternProcess } from '../support/process.js';

afterEach(cleanUp);

/** Longer than the service takes, and shorter than the locks below are held. */
const STOPPED_WITHIN_MS = 30_000;

/** Sends one SIGTERM; a service that continues is killed, which shows in its exit code. */
async function afterOneSignal({ child, ended }: LecternProcess): Promise<Ended> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
  try {
    return await ended;
  } finally {
    clearTimeout(late);
  }
}

async function database(): Promise<TestDatabase> {
  const fresh = await freshDatabase();
  atTheEnd(() => fresh.drop());
  return fresh;
}

/** Holds the locks of a statement, in a transaction, until the end of the test. */
async function hold({ pool }: TestDatabase, statement: string): Promise<void> {
  const client = await pool.connect();
  client.on('error', () => undefined);
  atTheEnd(() => client.release(true));
  await client.query('begin');
  await client.query(statement);
}

const someoneWaits = async ({ address }: TestDatabase): Promise<boolean> => {
  const { rows } = await onServer(address, (client) =>
    client.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() limit 1",
    ),
  );
  return rows.length > 0;
};

const workers = [
  ['one process', {}],
  ['two workers', { WORKERS: '2' }],
] as const;

describe('one SIGTERM stops a startup', () => {
  it.each(workers)('that waits for the migrations of another process: %s', async (_, more) => {
    const fresh = await database();
    await hold(fresh, 'select pg_advisory_lock(7325061946)');
    const service = spawnService({ DATABASE_URL: urlOf(fresh.address), DATA_DIR: await dataFolder(), ...more });
    await eventually(() => someoneWaits(fresh));
    expect(await afterOneSignal(service)).toMatchObject({ code: 0, errors: '' });
  });

  it.each(workers)('whose migrations wait for a table: %s', async (_, more) => {
    const fresh = await database();
    await hold(fresh, 'lock table schema_migrations in access exclusive mode');
    const service = spawnService({ DATABASE_URL: urlOf(fresh.address), DATA_DIR: await dataFolder(), ...more });
    await eventually(() => someoneWaits(fresh));
    expect(await afterOneSignal(service)).toMatchObject({ code: 0, errors: '' });
  });

  it('that waits for the demo conferences of another process', async () => {
    const fresh = await database();
    await hold(fresh, 'select pg_advisory_lock(7325061947)');
    const environment = { DATABASE_URL: urlOf(fresh.address), DATA_DIR: await dataFolder(), DEMO_DATA: 'true' };
    const service = spawnService(environment);
    await eventually(() => someoneWaits(fresh));
    expect(await afterOneSignal(service)).toMatchObject({ code: 0, errors: '' });
  });

  it('that a file operation blocks', async () => {
    const folder = await dataFolder();
    await mkdir(folder);
    // Opening it for writing blocks until there is a reader.
    execFileSync('mkfifo', [join(folder, 'postgres.log')]);
    const ADMIN_PORT = String(await freePort());
    const service = spawnService({ DATA_DIR: folder, ADMIN_PORT });
    await eventually(async () => (await statusOf(`http://127.0.0.1:${ADMIN_PORT}/live`)) === 200);
    expect(await afterOneSignal(service)).toMatchObject({
      code: null,
      errors: 'Startup blocked by a file operation: killing the process.\n',
    });
  });
});
