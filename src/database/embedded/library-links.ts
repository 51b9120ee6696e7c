import { lstat, readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { hasCode } from './error-code.js';

/**
 * Makes the links between library names (libpq.so.5 → libpq.so.5.18) that npm packages cannot hold and that the
 * package leaves to its postinstall script, which `npm ci --ignore-scripts` does not run.
 * @returns false when links are missing and the folder cannot be written
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
  // Looking first: a read-only folder answers EROFS even where the link is there already.
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
    if (!hasCode(error, 'EEXIST')) throw error; // another service, starting at the same time, has made it
  }
}
