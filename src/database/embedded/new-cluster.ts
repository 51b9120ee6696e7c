import { createHash } from 'node:crypto';
import { chown, realpath, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import type { ServerAccount } from './account.js';
import { makeAside } from './aside.js';
import type { Binaries } from './binaries.js';
import { unusable } from './data-folder.js';
import { hasCode } from './error-code.js';
import { runInitdb } from './initdb.js';
import { openMachineFolder } from './machine-folder.js';
import { ENTER, firstClosedTo } from './reachability.js';

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
export async function createCluster(wanted: NewCluster): Promise<string> {
  const { dataDirectory, account, log } = wanted;
  const place = join(dataDirectory, 'postgres');
  const closed = await firstClosedTo(account, dataDirectory, ENTER);
  try {
    if (closed === undefined) {
      const half = await build(dataDirectory, wanted);
      await commit(half, () => rename(half, place));
    } else {
      const parent = await openMachineFolder('set DATA_DIR to a folder that other accounts can enter');
      const half = await build(parent, wanted);
      // A unique name, not the hash alone: a data directory that was removed and recreated starts with an empty
      // database.
      const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12);
      const cluster = join(parent, `cluster-${hash}-${half.slice(-6)}`);
      await rename(half, cluster);
      await commit(cluster, () => symlink(cluster, place));
      log(`Storing the database in ${await realpath(place)}: the account of PostgreSQL cannot enter ${closed}`);
    }
    return await realpath(place);
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EBUSY', 'EXDEV')) throw unusable(dataDirectory, error);
    throw error;
  }
}

async function build(parent: string, { binaries, account, durable }: NewCluster): Promise<string> {
  const half = await makeAside(parent, 'postgres.new-');
  try {
    if (account !== undefined) await chown(half, account.uid, account.gid);
    await runInitdb({ cluster: half, binaries, account, durable });
    return half;
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  }
}

async function commit(made: string, putInPlace: () => Promise<void>): Promise<void> {
  try {
    await putInPlace();
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY', 'ENOTDIR')) throw error; // another service was faster
  }
}
