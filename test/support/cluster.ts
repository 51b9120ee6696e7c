import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded/index.js';
import { migrate } from '../../src/database/migrate.js';
import { pgConfig, type DatabaseAddress } from '../../src/database/orm.js';

/** The migrated template database of all test databases. */
export const TEMPLATE = 'lectern_test_template';

/** One PostgreSQL for the whole run: the embedded one, or that of `TEST_DATABASE_URL`. */
export interface TestCluster {
  readonly address: DatabaseAddress;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<TestCluster> {
  const given = process.env['TEST_DATABASE_URL'];
  const cluster = given ? { address: { url: given }, stop: () => Promise.resolve() } : await startThrowAway();
  await onServer(cluster.address, async (client) => {
    await client.query(`drop database if exists ${TEMPLATE} with (force)`);
    await client.query(`create database ${TEMPLATE}`);
  });
  await migrate(inDatabase(cluster.address, TEMPLATE));
  return cluster;
}

async function startThrowAway(): Promise<TestCluster> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  // For root the server runs under another account, which needs access; otherwise its cluster would be elsewhere.
  await chmod(dataDirectory, 0o755);
  const server = await startEmbeddedPostgres({
    dataDirectory,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  return {
    address: server.connection,
    async stop() {
      await server.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** The same server, another database. */
export function inDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (!('url' in address)) return { ...address, database };
  const url = new URL(address.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}

/** A URL for `DATABASE_URL`; `at` is the address for a client without support for sockets. */
export function urlOf(address: DatabaseAddress, at?: string): string {
  if ('url' in address) return address.url;
  const { host, user, database } = address;
  return at ? `postgres://${user}@${at}/${database}` : `postgres://localhost/${database}?host=${host}&user=${user}`;
}

const POLL_MS = 5;
const CLOSED_WITHIN_MS = 5_000;

/**
 * Drops a database once nothing is connected to it. Pools resolve `end()` before their connections are closed, and
 * Jest attributes the error of a connection that is terminated late to the next suite of its process.
 *
 * @throws Error that lists the connections that remain open
 */
export async function dropDatabase(server: DatabaseAddress, name: string): Promise<void> {
  await onServer(server, async (client) => {
    const connected = `select application_name, state, query from pg_stat_activity
      where datname = $1 and backend_type = 'client backend'`;
    const deadline = Date.now() + CLOSED_WITHIN_MS;
    for (;;) {
      const { rows } = await client.query<object>(connected, [name]);
      if (rows.length === 0) break;
      if (Date.now() > deadline) throw new Error(`Still connected to ${name}: ${JSON.stringify(rows)}`);
      await sleep(POLL_MS);
    }
    await client.query(`drop database ${name}`);
  });
}

/** Executes a statement on the server's maintenance database. */
export async function onServer<Value>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client(pgConfig(address));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
