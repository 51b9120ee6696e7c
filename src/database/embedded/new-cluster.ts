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

/** What a new cluster needs. */
export interface NewCluster {
  readonly dataDirectory: string;
  readonly binaries: Binaries;
  readonly account: ServerAccount | undefined;
  /** false skips writing through to the disk: for throw-away clusters */
  readonly durable: boolean;
  readonly log: (sentence: string) => void;
}

/**
 * Makes a cluster aside and puts it in place in one step, so that a kill in the middle leaves nothing half made in
 * `<dataDirectory>/postgres`, and of two services starting at once one wins and the other uses that cluster.
 * @returns absolute path of the cluster in place, without links
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
      // A name of its own, not the hash alone: a data folder that was removed and made anew begins with an empty database.
      const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12);
      const cluster = join(parent, `cluster-${hash}-${half.slice(-6)}`);
      await rename(half, cluster);
      await commit(cluster, () => symlink(cluster, place));
      log(`The database lives in ${await realpath(place)}, because ${closed} is closed to the server's account.`);
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
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY', 'ENOTDIR')) throw error; // another service has put its cluster there
  }
}
