import { resolve } from 'node:path';

import { chooseServerAccount } from './account.js';
import { provideBinaries } from './binaries.js';
import { bringUp } from './bring-up.js';
import { findCluster, prepareCluster } from './cluster.js';
import type { EmbeddedConnection } from './connection.js';
import { openDataFolder } from './data-folder.js';
import { createCluster } from './new-cluster.js';
import { EmbeddedServer } from './server.js';
import { provideSocketDirectory } from './socket-directory.js';

export { claimDataDirectory, type DataDirectoryClaim } from './claim.js';
export type { EmbeddedConnection } from './connection.js';

export interface EmbeddedOptions {
  /** DATA_DIR; made when missing; the cluster is `<dataDirectory>/postgres`, the server's log `postgres.log` beside it */
  readonly dataDirectory: string;
  /** further PostgreSQL settings, which win over the launcher's: `{ fsync: 'off' }` for throw-away clusters */
  readonly settings?: Readonly<Record<string, string>>;
  /** takes one sentence for each thing worth telling whoever runs the service */
  readonly log?: (sentence: string) => void;
}

export interface EmbeddedPostgres {
  /** parts of a pg client configuration: `new pg.Pool({ ...connection })` */
  readonly connection: EmbeddedConnection;
  /** 'adopted' when a server was running on the cluster already, left by a killed service or used by another process */
  readonly how: 'started' | 'adopted';
  /** fast, clean stop of the server, also of an adopted one; resolves when it has exited */
  stop(): Promise<void>;
  /** for commands: stops the server only when nobody else is connected to it; resolves to whether it was stopped */
  stopIfUnused(): Promise<boolean>;
}

const SMALL_SERVER = {
  shared_buffers: '128MB',
  max_connections: '50',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Starts the PostgreSQL that comes with npm on the cluster of the data folder, which is made on the first start, or
 * adopts the server that still runs on it; restarts it when it is killed, until `stop`. It listens on a socket that
 * only its account can reach, on no port.
 * @throws OperatorError when the data folder, the cluster or the platform does not allow it
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDirectory, settings = {}, log = () => undefined } = options;
  const { path: folder, logFile } = await openDataFolder(resolve(dataDirectory));
  const existing = await findCluster(folder);
  const account = await chooseServerAccount(existing);
  const binaries = await provideBinaries(account, folder, log);
  const durable = settings['fsync'] !== 'off';
  const cluster = existing ?? (await createCluster({ dataDirectory: folder, binaries, account, durable, log }));
  await prepareCluster(cluster, binaries.major, account);

  const site = {
    dataDirectory: folder,
    cluster,
    logFile,
    socketDirectory: await provideSocketDirectory(cluster, account),
    binaries,
    account,
    settings: { ...SMALL_SERVER, ...settings },
  };
  const ready = await bringUp(site);
  return new EmbeddedServer(site, ready, log);
}
