import { createHash } from 'node:crypto';
import { chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { OperatorError } from '../../config/operator-error.js';
import type { ServerAccount } from './account.js';
import { hasCode } from './error-code.js';
import { TRAVERSE, firstInaccessible } from './file-permissions.js';

/** Names the socket file only: the server listens on no TCP port. */
export const PORT = 5432;

/** Operating systems allow 104 to 108 bytes, including the terminating NUL. */
const MAX_PATH_BYTES = 100;

/**
 * Returns the directory of the server socket, accessible to the account of the server only: the cluster itself or, if
 * the path of the socket would be too long for the operating system, a temporary directory.
 * @throws OperatorError if another account owns that directory or can access it
 */
export async function provideSocketDirectory(cluster: string, account: ServerAccount | undefined): Promise<string> {
  if (fits(cluster)) return cluster;
  const name = `lectern-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
  const roomy = fits(join(tmpdir(), name)) && (await firstInaccessible(account, tmpdir(), TRAVERSE)) === undefined;
  const folder = join(roomy ? tmpdir() : '/tmp', name);
  const uid = account?.uid ?? process.getuid?.();
  try {
    await mkdir(folder, { mode: 0o700 });
    if (account !== undefined) await chown(folder, account.uid, account.gid);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new OperatorError(
      `The folder ${folder} for the socket of PostgreSQL is owned by or open to another account: remove it, or set ` +
        'DATA_DIR to a folder with a shorter path.',
    );
  }
  return folder;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= MAX_PATH_BYTES;
}
