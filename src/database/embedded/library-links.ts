import { lstat, readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { hasCode } from './error-code.js';

/**
 * Creates the symbolic links between library names (libpq.so.5 → libpq.so.5.18), which npm packages cannot contain. The
 * package leaves them to its postinstall script, which `npm ci --ignore-scripts` skips.
 * @returns false if links are missing and the directory is not writable
 */
export async function makeLibraryLinks(home: string): Promise<boolean> {
  const list = JSON.parse(await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8')) as Link[];
  try {
    await Promise.all(list.map(({ source, target }) => link(basename(source), join(home, target))));
    return true;
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
    throw error;
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

async function link(source: string, target: string): Promise<void> {
  // Check first: a read-only directory fails with EROFS even if the link exists.
  const present = await lstat(target).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return false;
      throw error;
    },
  );
  if (present) return;
  try {
    await symlink(source, target);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error; // a service that starts concurrently has created it
  }
}
