import type { Config } from '../config/config.js';
import type { DatabaseAddress } from './address.js';
import { claimDataDirectory, startEmbeddedPostgres } from './embedded/index.js';

/** Location of the database of a service. Serializable, so that it can be sent to other processes. */
export interface DatabaseLocation {
  readonly address: DatabaseAddress;
  /** Human-readable, for messages. */
  readonly description: string;
  /** Whether it is the embedded PostgreSQL. */
  readonly embedded: boolean;
}

/** A location that this process holds until `close`. */
export interface ClaimedDatabase extends DatabaseLocation {
  /** Stops the embedded server. */
  readonly close: () => Promise<void>;
}

type LocationConfig = Pick<Config, 'dataDirectory' | 'database' | 'workers'>;

/**
 * Reserve for commands and claims, and the minimum, which is the default of the embedded server. A worker restart takes
 * one more share.
 */
const RESERVED_CONNECTIONS = 20;
const MIN_CONNECTIONS = 50;
/** Each process checks the health of the server on its own connection. */
const PROBE_CONNECTIONS = 1;

/**
 * Returns the external server of `DATABASE_URL`, without connecting, or starts and claims the embedded one.
 *
 * @param signal aborts waiting for the embedded server
 * @throws OperatorError if the data directory is unusable, or another service holds it
 */
export async function claimDatabase(
  config: LocationConfig,
  log: (sentence: string) => void,
  signal: AbortSignal,
): Promise<ClaimedDatabase> {
  const { url } = config.database;
  if (url !== undefined) return { ...externalLocation(url), close: () => Promise.resolve() };
  const server = await startEmbeddedPostgres({
    dataDirectory: config.dataDirectory,
    settings: { max_connections: String(maxConnections(config)) },
    log,
    signal,
  });
  try {
    const claim = await claimDataDirectory(server.connection);
    return {
      ...embeddedLocation(server.connection, config.dataDirectory),
      close: async () => {
        await claim.release();
        await server.stop();
      },
    };
  } catch (error) {
    // Stops the server only if it is unused: another service may hold it.
    await server.stopIfUnused();
    throw error;
  }
}

export function externalLocation(url: string): DatabaseLocation {
  const { host, pathname } = new URL(url);
  return { address: { url }, description: `PostgreSQL at ${host}${pathname}`, embedded: false };
}

export function embeddedLocation(address: DatabaseAddress, dataDirectory: string): DatabaseLocation {
  return { address, description: `embedded PostgreSQL in ${dataDirectory}`, embedded: true };
}

const maxConnections = ({ workers, database: { connections } }: LocationConfig): number =>
  Math.max(MIN_CONNECTIONS, (workers + 1) * (connections + PROBE_CONNECTIONS) + RESERVED_CONNECTIONS);
