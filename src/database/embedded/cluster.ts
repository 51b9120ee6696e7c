import { chmod, lchown, lstat, readdir, readFile, readlink, realpath, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { OperatorError } from '../../operator-error.js';
import type { ServerAccount } from './account.js';
import { unusable } from './data-folder.js';
import { hasCode } from './error-code.js';
import { ENTER, firstClosedTo, READ } from './reachability.js';

/**
 * The cluster of a data folder, `<dataDirectory>/postgres`, as an absolute path without links; undefined when none has
 * been made yet.
 * @throws OperatorError when what is there is no cluster that this account can open
 */
export async function findCluster(dataDirectory: string): Promise<string | undefined> {
  const place = join(dataDirectory, 'postgres');
  try {
    if (!(await exists(place))) return undefined;
    const cluster = await realpath(place);
    const entries = await readdir(cluster);
    if (entries.includes('PG_VERSION')) return cluster;
    if (entries.length > 0) {
      throw new OperatorError(
        `The folder ${place} does not hold a PostgreSQL cluster: move it away, or set DATA_DIR to another folder.`,
      );
    }
    await rmdir(place);
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    if (hasCode(error, 'ENOENT')) {
      throw new OperatorError(
        `The data folder's link ${place} leads to ${await readlink(place)}, which is gone: bring it back, or remove ` +
          'the link to begin with an empty database.',
      );
    }
    if (hasCode(error, 'EACCES', 'EPERM')) {
      throw new OperatorError(
        `The cluster ${place} belongs to another account (uid ${(await lstat(place)).uid}): start Lectern as that ` +
          'account or as root, or set DATA_DIR to another folder.',
      );
    }
    throw unusable(dataDirectory, error);
  }
}

/**
 * Refuses a cluster of another major version, and gives one that root has restored back to the server's account.
 * @throws OperatorError naming both versions, or the folder on the way that is closed to that account
 */
export async function prepareCluster(
  cluster: string,
  major: string,
  account: ServerAccount | undefined,
): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (found !== major) {
    throw new OperatorError(
      `The cluster ${cluster} was made by PostgreSQL ${found} and this Lectern comes with PostgreSQL ${major}: move ` +
        'the data with pg_dump and pg_restore, or set DATA_DIR to another folder.',
    );
  }
  if (account !== undefined && (await stat(cluster)).uid !== account.uid) {
    await giveTo(account, cluster);
    await chmod(cluster, 0o700);
  }
  const closed = await firstClosedTo(account, cluster, READ | ENTER);
  if (closed !== undefined) {
    throw new OperatorError(
      `The account that owns the cluster ${cluster} cannot enter ${closed}: run chmod a+x on that folder, or set ` +
        'DATA_DIR to another one.',
    );
  }
}

async function giveTo(account: ServerAccount, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(account, path);
    else await lchown(path, account.uid, account.gid);
  }
  await lchown(folder, account.uid, account.gid);
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
