import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.js';
import { pgConfig, type DatabaseAddress } from '../../src/database/orm.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import { stopProcess } from '../support/process.js';
import { applyBaseline } from './apply-baseline.js';
import { catalogOf, contentsOf } from './catalog.js';
import { startReleased } from './released-service.js';

/** What a service writes at its start, and what depends on the server and the time. */
const OF_ONE_DATABASE = new Set([
  ...['schema_migrations', 'schema_migrations_id_seq', 'secret_key_check', 'leases', 'timelines'],
  ...['event_log_epochs', 'plain_cursors', 'webhook_position', 'rate_limits'],
]);

const poolOf = (address: DatabaseAddress): pg.Pool => {
  const pool = new pg.Pool({ ...pgConfig(address), max: 1 });
  atTheEnd(() => pool.end());
  return pool;
};

let address: DatabaseAddress;
let released: pg.Pool;
beforeAll(async () => {
  address = await emptyDatabase();
  released = poolOf(address);
  await stopProcess(await startReleased({ DATABASE_URL: urlOf(address), DATA_DIR: await dataFolder() }));
});
afterAll(cleanUp);

it('the baseline is the schema of 1.0.0', async () => {
  const made = await emptyDatabase();
  await applyBaseline(made);
  const catalog = await catalogOf(released);
  expect(Object.keys(catalog).length).toBeGreaterThan(1_000);
  expect(await catalogOf(poolOf(made))).toEqual(catalog);
});

it('an upgraded database of 1.0.0 has the schema and the reference data of a new one', async () => {
  await migrate(address);
  const fresh = await freshDatabase();
  atTheEnd(() => fresh.drop());
  expect(await catalogOf(released)).toEqual(await catalogOf(fresh.pool));
  const contents = async (pool: pg.Pool) =>
    Object.entries(await contentsOf(pool)).filter(([name]) => !OF_ONE_DATABASE.has(name));
  expect(await contents(released)).toEqual(await contents(fresh.pool));
});
