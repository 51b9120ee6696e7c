import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.js';
import { startEmbeddedPostgres } from './embedded/index.js';
import { Lines } from './lines.js';
import { migrate } from './migrate.js';
import { createOrm, pgConfig, poolOf, type Orm } from './orm.js';
import { embeddedPlace, externalPlace, type DatabasePlace } from './place.js';
import { createProbe } from './probe.js';
import { waitForDatabase } from './wait.js';
import { watchQueue } from './watch-queue.js';
import { watchSilence } from './watch-silence.js';

/** The open database of one process, its schema up to date. */
export interface OpenDatabase {
  readonly orm: Orm;
  readonly pool: pg.Pool;
  /** One connection for the tiny statements on which many answers wait: they queue behind nothing else. */
  readonly lookPool: pg.Pool;
  /** Whether it is the PostgreSQL that comes with npm. */
  readonly embedded: boolean;
  /** The migrations that ran when it was opened. */
  readonly migrated: readonly string[];
  /** The database's clock, in seconds since 1970. */
  readonly now: () => Promise<number>;
  /** Closes all connections; a command also stops the embedded server, unless somebody else still uses it. */
  readonly close: () => Promise<void>;
}

/** That of a service, which waits for nothing that may never come. */
export interface ServedDatabase extends OpenDatabase {
  /** Whether it answers within a second. */
  readonly answers: () => Promise<boolean>;
}

type Say = (sentence: string) => void;

/**
 * Milliseconds after which PostgreSQL ends what keeps a connection of a service from the others. No read takes so long, no
 * lock is held so long, and no transaction waits so long for its next statement. Commands may take their time.
 */
const SERVICE_TIMEOUTS: pg.ClientConfig = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 5_000,
};
const CONNECT_WITHIN_MS = 5_000;
/** A statement that still runs then has outlived its request: the end of the server, or of this process, ends it. */
const CLOSE_WITHIN_MS = 1_000;

/**
 * Opens the database for a service, or for one of its workers: waits for it, and brings its schema up to date.
 *
 * @param signal gives up waiting for an external server
 * @throws OperatorError when the database cannot be reached
 */
export async function openDatabase(
  config: Config,
  place: DatabasePlace,
  say: Say,
  signal: AbortSignal,
): Promise<ServedDatabase> {
  const migrated = await reach(config, place, say, signal);
  const lines = new Lines();
  const opened = await connect(place, config, migrated, { ...SERVICE_TIMEOUTS, stream: lines.stream });
  const probe = createProbe(place.address);
  const pools = [opened.pool, opened.lookPool];
  const endWatches = [watchSilence({ lines, pools, answers: probe.answers, say }), ...pools.map(watchQueue)];
  return {
    ...opened,
    answers: probe.answers,
    close: async () => {
      endWatches.forEach((end) => end());
      await Promise.all([opened.close(), probe.close()]);
    },
  };
}

/** Opens the database for a command: it does not claim the data folder, so it works beside a running service. */
export async function openDatabaseForCommand(config: Config, say: Say): Promise<OpenDatabase> {
  const { dataDirectory, database } = config;
  if (database.url !== undefined) {
    const place = externalPlace(database.url);
    const migrated = await reach(config, place, say);
    return connect(place, config, migrated);
  }
  const server = await startEmbeddedPostgres({ dataDirectory, log: say });
  try {
    const place = embeddedPlace(server.connection, dataDirectory);
    const migrated = await reach(config, place, say);
    const opened = await connect(place, config, migrated);
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

/** @returns the migrations that ran */
async function reach(
  { database }: Config,
  { address }: DatabasePlace,
  say: Say,
  signal?: AbortSignal,
): Promise<string[]> {
  if (!('url' in address)) return migrate(address);
  await waitForDatabase(address.url, database.waitSeconds, say, signal);
  return migrate({ url: database.directUrl ?? address.url });
}

async function connect(
  place: DatabasePlace,
  { database }: Config,
  migrated: readonly string[],
  connection?: pg.ClientConfig,
): Promise<OpenDatabase> {
  // The looks have the other one.
  const orm = await createOrm(place.address, database.connections - 1, connection);
  const pool = await poolOf(orm);
  const lookPool = openLookPool(place, connection);
  return {
    ...{ orm, pool, lookPool, migrated, embedded: place.embedded },
    now: async () => {
      const { rows } = await pool.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 as now');
      return rows[0]?.now ?? Date.now() / 1000;
    },
    close: async () => {
      const closed = Promise.all([closePool(orm, pool), lookPool.end()]);
      await Promise.race([closed, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

function openLookPool({ address }: DatabasePlace, connection?: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({
    max: 1,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    application_name: 'lectern',
    ...connection,
    ...pgConfig(address),
  });
  // A lost idle connection shows in the next look; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

async function closePool(orm: Orm, pool: pg.Pool): Promise<void> {
  await orm.close(true);
  // The ORM ends the pool only where it has used it itself.
  if (!pool.ending) await pool.end();
}
