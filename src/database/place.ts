import type { Config } from '../config.js';
import type { DatabaseAddress } from './address.js';
import { claimDataDirectory, startEmbeddedPostgres } from './embedded/index.js';

/** Where the database of a service is. It can be told to another process. */
export interface DatabasePlace {
  readonly address: DatabaseAddress;
  /** For people. */
  readonly description: string;
  /** Whether it is the PostgreSQL that comes with npm. */
  readonly embedded: boolean;
}

/** A place that this process keeps for itself. */
export interface HeldPlace extends DatabasePlace {
  /** Stops the embedded server. */
  readonly close: () => Promise<void>;
}

type PlaceConfig = Pick<Config, 'dataDirectory' | 'database' | 'workers'>;

/** The server's own default is fifty. Commands and claims take a few; a restart of the workers takes a share. */
const BESIDES = 20;
const FEWEST = 50;
/** Each process asks on a connection of its own whether the server answers. */
const PROBE = 1;

/**
 * The external server of `DATABASE_URL`, which nobody has looked for yet, or the embedded one, which is started and held.
 *
 * @throws OperatorError when the data folder cannot be used, or another service holds it
 */
export async function holdPlace(config: PlaceConfig, say: (sentence: string) => void): Promise<HeldPlace> {
  const { url } = config.database;
  if (url !== undefined) return { ...externalPlace(url), close: () => Promise.resolve() };
  const server = await startEmbeddedPostgres({
    dataDirectory: config.dataDirectory,
    settings: { max_connections: String(connectionsToAllow(config)) },
    log: say,
  });
  try {
    const claim = await claimDataDirectory(server.connection);
    return {
      ...embeddedPlace(server.connection, config.dataDirectory),
      close: async () => {
        await claim.release();
        await server.stop();
      },
    };
  } catch (error) {
    // A server that somebody else holds goes on: only one that nobody else uses is stopped.
    await server.stopIfUnused();
    throw error;
  }
}

export function externalPlace(url: string): DatabasePlace {
  const { host, pathname } = new URL(url);
  return { address: { url }, description: `PostgreSQL at ${host}${pathname}`, embedded: false };
}

export function embeddedPlace(address: DatabaseAddress, dataDirectory: string): DatabasePlace {
  return { address, description: `embedded PostgreSQL in ${dataDirectory}`, embedded: true };
}

const connectionsToAllow = ({ workers, database: { connections } }: PlaceConfig): number =>
  Math.max(FEWEST, (workers + 1) * (connections + PROBE) + BESIDES);
