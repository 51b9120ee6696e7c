import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pgConfig, type DatabaseAddress } from '../../src/database/orm.js';
import { atTheEnd } from './clean-up.js';
import { dropDatabase, inDatabase, onServer, TEMPLATE } from './cluster.js';

/** The database of one test file, migrated and empty except for the reference data. */
export interface TestDatabase {
  readonly address: DatabaseAddress;
  readonly pool: pg.Pool;
  drop(): Promise<void>;
}

/** The server that the global setup started. */
export function testServer(): DatabaseAddress {
  const address = process.env['LECTERN_TEST_CLUSTER'];
  if (!address) throw new Error('The global setup has started no PostgreSQL: run the tests with npm test');
  return JSON.parse(address) as DatabaseAddress;
}

/** A fresh copy of the migrated template. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = testServer();
  const name = `lectern_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => client.query(`create database ${name} template ${TEMPLATE}`));
  const address = inDatabase(server, name);
  const pool = new pg.Pool({ ...pgConfig(address), max: 5 });
  // Tests that terminate all connections to their database check those of the service.
  pool.on('error', () => undefined);
  return {
    address,
    pool,
    async drop() {
      await pool.end();
      await dropDatabase(server, name);
    },
  };
}

/** A database without any schema. It is dropped at the end of the test, with its connections. */
export async function emptyDatabase(): Promise<DatabaseAddress> {
  const name = `lectern_test_${randomBytes(6).toString('hex')}`;
  const server = testServer();
  await onServer(server, (client) => client.query(`create database ${name}`));
  atTheEnd(() => onServer(server, (client) => client.query(`drop database ${name} with (force)`)));
  return inDatabase(server, name);
}
