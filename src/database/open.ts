import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config/config.js';
import { OperatorError } from '../config/operator-error.js';
import { hasCluster, startEmbeddedPostgres } from './embedded/index.js';
import { ConnectionSockets } from './connection-sockets.js';
import { migrate } from './migrate.js';
import { closeOrm, createOrm, pgConfig, poolOf, type Orm } from './orm.js';
import { embeddedLocation, externalLocation, type DatabaseLocation } from './database-location.js';
import { createProbe } from './probe.js';
import { waitForDatabase } from './wait-for-database.js';
import { failStalledQueue, watchResponsiveness } from './watch-responsiveness.js';

/** An open database with a migrated schema. */
export interface OpenDatabase {
  readonly orm: Orm;
  readonly pool: pg.Pool;
  /** One connection for the small queries that many responses await, so that they never queue behind others. */
  readonly pollPool: pg.Pool;
  /** Whether it is the embedded PostgreSQL. */
  readonly embedded: boolean;
  /** Names of the migrations that ran on opening. */
  readonly migrated: readonly string[];
  /** The database clock, in Unix seconds. */
  readonly now: () => Promise<number>;
  /** Closes all connections; a command also stops the embedded server, unless other clients use it. */
  readonly close: () => Promise<void>;
}

/** The database of a service, which never waits indefinitely. */
export interface ServedDatabase extends OpenDatabase {
  /** Whether it responds within 1 second. */
  readonly isResponsive: () => Promise<boolean>;
  /**
   * From now on, fails callers within about 1 second if PostgreSQL is unresponsive or the pool is exhausted. Called when
   * the startup has finished: until then no client waits, and on a busy machine a connection may take longer.
   */
  readonly failFast: () => void;
}

type LogMessage = (sentence: string) => void;

/**
 * Server-side timeouts in milliseconds: PostgreSQL terminates what blocks a connection of a service. They exceed the
 * duration of every read, lock and pause within a transaction. Commands have no such timeouts.
 */
const SERVICE_TIMEOUTS: pg.ClientConfig = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 5_000,
};
const CONNECT_TIMEOUT_MS = 5_000;
/** A statement still running by then has outlived its request; the end of the server or of this process ends it. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Opens the database for a service, or for one of its workers: waits for the server, and migrates the schema.
 *
 * @param signal aborts waiting for an external server
 * @throws OperatorError if the database cannot be reached
 */
export async function openDatabase(
  config: Config,
  location: DatabaseLocation,
  log: LogMessage,
  signal: AbortSignal,
): Promise<ServedDatabase> {
  const migrated = await migrateWhenReachable(config, location, log, signal);
  const sockets = new ConnectionSockets();
  const opened = await openPools(location, config, migrated, { ...SERVICE_TIMEOUTS, stream: sockets.stream });
  const probe = createProbe(location.address);
  const pools = [opened.pool, opened.pollPool];
  const endWatches: (() => void)[] = [];
  return {
    ...opened,
    isResponsive: probe.isResponsive,
    failFast: () =>
      endWatches.push(
        watchResponsiveness({ sockets, pools, isResponsive: probe.isResponsive, log }),
        ...pools.map(failStalledQueue),
      ),
    close: async () => {
      endWatches.forEach((end) => end());
      await Promise.all([opened.close(), probe.close()]);
    },
  };
}

/**
 * Opens the database for a command. Does not claim the data directory, so it works beside a running service.
 *
 * @param mayCreate whether to create a database where there is none
 * @throws OperatorError if there is none, or it cannot be opened
 */
export async function openDatabaseForCommand(
  config: Config,
  log: LogMessage,
  mayCreate: boolean,
): Promise<OpenDatabase> {
  const { dataDirectory, database } = config;
  if (database.url !== undefined) {
    const location = externalLocation(database.url);
    const migrated = await migrateWhenReachable(config, location, log);
    return openPools(location, config, migrated);
  }
  if (!mayCreate && !(await hasCluster(dataDirectory))) {
    throw new OperatorError(
      `There is no database in ${resolve(dataDirectory)}: set DATA_DIR or DATABASE_URL as for the service. Nothing was ` +
        'created.',
    );
  }
  const server = await startEmbeddedPostgres({ dataDirectory, log });
  try {
    const location = embeddedLocation(server.connection, dataDirectory);
    const migrated = await migrateWhenReachable(config, location, log);
    const opened = await openPools(location, config, migrated);
    return {
      ...opened,
      close: async () => {
        await opened.close();
        await server.stopIfUnused();
      },
    };
  } catch (error) {
    await server.stopIfUnused();
    throw error;
  }
}

/** @returns the names of the migrations that ran */
async function migrateWhenReachable(
  { database }: Config,
  { address }: DatabaseLocation,
  log: LogMessage,
  signal?: AbortSignal,
): Promise<string[]> {
  if (!('url' in address)) return migrate(address, signal);
  await waitForDatabase(address.url, 'DATABASE_URL', database.waitSeconds, log, signal);
  if (database.directUrl === undefined) return migrate(address, signal);
  await waitForDatabase(database.directUrl, 'DATABASE_DIRECT_URL', database.waitSeconds, log, signal);
  return migrate({ url: database.directUrl }, signal);
}

/**
 * Opens the pools of a migrated database.
 *
 * @param connection replaces settings of each connection
 */
export async function openPools(
  location: Pick<DatabaseLocation, 'address' | 'embedded'>,
  { database }: Config,
  migrated: readonly string[],
  connection?: pg.ClientConfig,
): Promise<OpenDatabase> {
  // The remaining connection belongs to `pollPool`.
  const orm = createOrm(location.address, database.connections - 1, connection);
  const pool = await poolOf(orm);
  const pollPool = openPollPool(location, connection);
  return {
    ...{ orm, pool, pollPool, migrated, embedded: location.embedded },
    now: async () => {
      const { rows } = await pool.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 as now');
      return rows[0]?.now ?? Date.now() / 1000;
    },
    close: async () => {
      const closed = Promise.all([closeOrm(orm), pollPool.end()]);
      await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

function openPollPool({ address }: Pick<DatabaseLocation, 'address'>, connection?: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'lectern',
    ...connection,
    ...pgConfig(address),
  });
  // The next query reports a lost idle connection; without a listener, the event would end the process.
  pool.on('error', () => undefined);
  return pool;
}
