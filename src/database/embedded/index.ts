import { resolve } from 'node:path';

import { chooseServerAccount } from './account.js';
import { provideBinaries } from './binaries.js';
import { startOrAdopt } from './start-or-adopt.js';
import { findCluster, prepareCluster } from './cluster.js';
import type { EmbeddedConnection } from './connection.js';
import { openDataDirectory } from './data-directory.js';
import { createCluster } from './create-cluster.js';
import { EmbeddedServer } from './server.js';
import { provideSocketDirectory } from './socket-directory.js';

export { claimDataDirectory, type DataDirectoryClaim } from './claim.js';
export type { EmbeddedConnection } from './connection.js';

export interface EmbeddedOptions {
  /** DATA_DIR; created if missing; contains the cluster, `postgres`, and the server log, `postgres.log` */
  readonly dataDirectory: string;
  /** further PostgreSQL settings, which override those of the launcher: `{ fsync: 'off' }` for disposable clusters */
  readonly settings?: Readonly<Record<string, string>>;
  /** receives one message per event that concerns the operator */
  readonly log?: (sentence: string) => void;
  /** aborts waiting for the server, and stops one that was just started */
  readonly signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  /** part of a `pg` client configuration: `new pg.Pool({ ...connection })` */
  readonly connection: EmbeddedConnection;
  /** 'adopted' if a server was running on the cluster already, left by a killed service or used by another process */
  readonly how: 'started' | 'adopted';
  /** fast, clean shutdown of the server, also of an adopted one; resolves when it has exited */
  stop(): Promise<void>;
  /** for commands: stops the server only if no other client is connected; resolves to whether it was stopped */
  stopIfUnused(): Promise<boolean>;
}

/**
 * Whether the data directory contains a cluster. Creates nothing.
 * @throws OperatorError if it is not one that this account can open
 */
export const hasCluster = async (dataDirectory: string): Promise<boolean> =>
  (await findCluster(resolve(dataDirectory))) !== undefined;

const DEFAULT_SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '50',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Starts the PostgreSQL npm package on the cluster of the data directory, which is created on the first start, or
 * adopts the server that still runs on it; restarts it if it is killed, until `stop`. It listens on a Unix socket that
 * only its account can access, on no TCP port.
 * @throws OperatorError if the data directory, the cluster or the platform does not permit it
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDirectory, settings = {}, log = () => undefined, signal } = options;
  const { path: folder, logFile } = await openDataDirectory(resolve(dataDirectory));
  const existing = await findCluster(folder);
  const account = await chooseServerAccount(existing);
  const binaries = await provideBinaries(account, folder, log);
  const durable = settings['fsync'] !== 'off';
  const cluster = existing ?? (await createCluster({ dataDirectory: folder, binaries, account, durable, log }));
  await prepareCluster(cluster, binaries.major, account);

  const parameters = {
    dataDirectory: folder,
    cluster,
    logFile,
    socketDirectory: await provideSocketDirectory(cluster, account),
    binaries,
    account,
    settings: { ...DEFAULT_SETTINGS, ...settings },
  };
  const ready = await startOrAdopt(parameters, signal);
  return new EmbeddedServer(parameters, ready, log);
}
