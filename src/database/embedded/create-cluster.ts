import { createHash } from 'node:crypto';
import { chown, realpath, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import type { ServerAccount } from './account.js';
import { createStagingDirectory } from './staging-directory.js';
import type { Binaries } from './binaries.js';
import { unusableDirectory } from './data-directory.js';
import { hasCode } from './error-code.js';
import { runInitdb } from './initdb.js';
import { openMachineDirectory } from './machine-directory.js';
import { TRAVERSE, firstInaccessible } from './file-permissions.js';

/** Parameters of a new cluster. */
export interface NewCluster {
  readonly dataDirectory: string;
  readonly binaries: Binaries;
  readonly account: ServerAccount | undefined;
  /** false skips syncing to disk: for disposable clusters */
  readonly durable: boolean;
  readonly log: (sentence: string) => void;
}

/**
 * Creates a cluster in a staging directory and moves it into place in one step, so that a kill leaves nothing
 * incomplete in `<dataDirectory>/postgres`. Of two services that start concurrently, one wins and the other uses its
 * cluster.
 * @returns absolute path of the cluster in place, without symbolic links
 */
export async function createCluster(parameters: NewCluster): Promise<string> {
  const { dataDirectory, account, log } = parameters;
  const target = join(dataDirectory, 'postgres');
  const inaccessible = await firstInaccessible(account, dataDirectory, TRAVERSE);
  try {
    if (inaccessible === undefined) {
      const staging = await build(dataDirectory, parameters);
      await moveIntoPlace(staging, () => rename(staging, target));
    } else {
      const parent = await openMachineDirectory('set DATA_DIR to a folder that other accounts can enter');
      const staging = await build(parent, parameters);
      // A unique name, not the hash alone: a data directory that was removed and recreated starts with an empty
      // database.
      const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12);
      const cluster = join(parent, `cluster-${hash}-${staging.slice(-6)}`);
      await rename(staging, cluster);
      await moveIntoPlace(cluster, () => symlink(cluster, target));
      log(`Storing the database in ${await realpath(target)}: the account of PostgreSQL cannot enter ${inaccessible}`);
    }
    return await realpath(target);
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EBUSY', 'EXDEV'))
      throw unusableDirectory(dataDirectory, error);
    throw error;
  }
}

async function build(parent: string, { binaries, account, durable }: NewCluster): Promise<string> {
  const staging = await createStagingDirectory(parent, 'postgres.new-');
  try {
    if (account !== undefined) await chown(staging, account.uid, account.gid);
    await runInitdb({ cluster: staging, binaries, account, durable });
    return staging;
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

async function moveIntoPlace(made: string, move: () => Promise<void>): Promise<void> {
  try {
    await move();
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY', 'ENOTDIR')) throw error; // another service was faster
  }
}
