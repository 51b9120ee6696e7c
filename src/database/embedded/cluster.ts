import { chmod, lchown, lstat, readdir, readFile, readlink, realpath, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { OperatorError } from '../../config/operator-error.js';
import type { ServerAccount } from './account.js';
import { unusableDirectory } from './data-directory.js';
import { hasCode } from './error-code.js';
import { TRAVERSE, firstInaccessible, READ } from './file-permissions.js';

/**
 * Finds the cluster of a data directory, `<dataDirectory>/postgres`: an absolute path without symbolic links; undefined
 * if none has been created yet.
 * @throws OperatorError if the path is not a cluster that this account can open
 */
export async function findCluster(dataDirectory: string): Promise<string | undefined> {
  const path = join(dataDirectory, 'postgres');
  try {
    if (!(await exists(path))) return undefined;
    const cluster = await realpath(path);
    const entries = await readdir(cluster);
    if (entries.includes('PG_VERSION')) return cluster;
    if (entries.length > 0) {
      throw new OperatorError(
        `The folder ${path} does not hold a PostgreSQL cluster: move it away, or set DATA_DIR to another folder.`,
      );
    }
    await rmdir(path);
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    if (hasCode(error, 'ENOENT')) {
      throw new OperatorError(
        `The data folder's link ${path} points to ${await readlink(path)}, which does not exist: restore it, or ` +
          'remove the link to start with an empty database.',
      );
    }
    if (hasCode(error, 'EACCES', 'EPERM')) {
      throw new OperatorError(
        `The cluster ${path} belongs to another account (uid ${(await lstat(path)).uid}): start Lectern as that ` +
          'account or as root, or set DATA_DIR to another folder.',
      );
    }
    throw unusableDirectory(dataDirectory, error);
  }
}

/**
 * Rejects a cluster of another major version, and returns one that root has restored to the account of the server.
 * @throws OperatorError naming both versions, or the directory in the path that denies access to that account
 */
export async function prepareCluster(
  cluster: string,
  major: string,
  account: ServerAccount | undefined,
): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (found !== major) {
    throw new OperatorError(
      `The cluster ${cluster} was created by PostgreSQL ${found}, but this Lectern includes PostgreSQL ${major}: ` +
        'migrate the data with pg_dump and pg_restore, or set DATA_DIR to another folder.',
    );
  }
  if (account !== undefined && (await stat(cluster)).uid !== account.uid) {
    await chownTree(account, cluster);
    await chmod(cluster, 0o700);
  }
  const inaccessible = await firstInaccessible(account, cluster, READ | TRAVERSE);
  if (inaccessible !== undefined) {
    throw new OperatorError(
      `The account that owns the cluster ${cluster} cannot enter ${inaccessible}: run chmod a+x on that folder, or set ` +
        'DATA_DIR to another one.',
    );
  }
}

async function chownTree(account: ServerAccount, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await chownTree(account, path);
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
