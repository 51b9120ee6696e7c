import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.js';
import { claimDataDirectory, startEmbeddedPostgres } from './embedded/index.js';
import { migrate } from './migrate.js';
import { createOrm, pgConfig, poolOf, type DatabaseAddress, type Orm } from './orm.js';
import { waitForDatabase } from './wait.js';

/** The open database of one process, its schema up to date. */
export interface OpenDatabase {
  readonly orm: Orm;
  readonly pool: pg.Pool;
  /** For people: where it is. */
  readonly description: string;
  /** Whether it is the PostgreSQL that comes with npm. */
  readonly embedded: boolean;
  /** The database's clock, in seconds since 1970. */
  readonly now: () => Promise<number>;
  /** Whether it answers within a second. Uses a connection of its own, so it does not wait behind requests. */
  readonly answers: () => Promise<boolean>;
  /** Closes all connections, and stops the embedded server unless somebody else still uses it. */
  readonly close: () => Promise<void>;
}

type Say = (sentence: string) => void;
type Who = 'service' | 'command';

/** No read of a service takes so long; one that does would keep a connection from the others. Commands may. */
const STATEMENT_TIMEOUT_MS = 10_000;
const TIMEOUTS: Readonly<Record<Who, number | undefined>> = { service: STATEMENT_TIMEOUT_MS, command: undefined };
/** A statement that still runs then has outlived its request: the end of the server, or of this process, ends it. */
const CLOSE_WITHIN_MS = 1_000;

/**
 * Opens the database for a service: the external one of `DATABASE_URL`, or the embedded one, which this process then
 * holds for itself.
 *
 * @param signal gives up waiting for an external server
 * @throws OperatorError when the database cannot be reached, or another service holds the data folder
 */
export async function openDatabase(config: Config, say: Say, signal: AbortSignal): Promise<OpenDatabase> {
  return config.database.url === undefined
    ? openEmbedded(config, say, 'service')
    : openExternal(config, say, 'service', signal);
}

/** Opens the database for a command: it does not claim the data folder, so it works beside a running service. */
export async function openDatabaseForCommand(config: Config, say: Say): Promise<OpenDatabase> {
  return config.database.url === undefined
    ? openEmbedded(config, say, 'command')
    : openExternal(config, say, 'command');
}

async function openExternal({ database }: Config, say: Say, who: Who, signal?: AbortSignal): Promise<OpenDatabase> {
  const url = database.url ?? '';
  await waitForDatabase(url, database.waitSeconds, say, signal);
  const { host, pathname } = new URL(url);
  await migrate({ url: database.directUrl ?? url });
  const orm = await createOrm({ url }, database.connections, TIMEOUTS[who]);
  return connect({ url }, orm, `PostgreSQL at ${host}${pathname}`, false, () => Promise.resolve());
}

async function openEmbedded({ dataDirectory, database }: Config, say: Say, who: Who): Promise<OpenDatabase> {
  const server = await startEmbeddedPostgres({ dataDirectory, log: say });
  const end = who === 'service' ? () => server.stop() : () => server.stopIfUnused();
  try {
    const claim = who === 'service' ? await claimDataDirectory(server.connection) : undefined;
    await migrate(server.connection);
    const description = `embedded PostgreSQL in ${dataDirectory}`;
    const orm = await createOrm(server.connection, database.connections, TIMEOUTS[who]);
    return await connect(server.connection, orm, description, true, async () => {
      await claim?.release();
      await end();
    });
  } catch (error) {
    // A server that somebody else holds goes on: only one that nobody else uses is stopped.
    await server.stopIfUnused();
    throw error;
  }
}

async function connect(
  address: DatabaseAddress,
  orm: Orm,
  description: string,
  embedded: boolean,
  end: () => Promise<unknown>,
): Promise<OpenDatabase> {
  const pool = await poolOf(orm);
  const probe = new pg.Pool({ ...pgConfig(address), max: 1, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
  // A lost idle connection shows in the next answer; without a listener it would end the process.
  probe.on('error', () => undefined);
  return {
    orm,
    pool,
    description,
    embedded,
    now: async () => {
      const { rows } = await pool.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 as now');
      return rows[0]?.now ?? Date.now() / 1000;
    },
    answers: () =>
      probe.query('select').then(
        () => true,
        () => false,
      ),
    close: async () => {
      const closed = Promise.all([probe.end(), closePool(orm, pool)]);
      await Promise.race([closed, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
      await end();
    },
  };
}

async function closePool(orm: Orm, pool: pg.Pool): Promise<void> {
  await orm.close(true);
  // The ORM ends the pool only where it has used it itself.
  if (!pool.ending) await pool.end();
}
