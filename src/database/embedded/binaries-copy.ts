import { chmod, cp, readdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { ServerAccount } from './account.js';
import { makeAside } from './aside.js';
import { hasCode } from './error-code.js';
import { makeLibraryLinks } from './library-links.js';
import { openMachineFolder } from './machine-folder.js';

/** What to copy, and for which account. */
export interface BinariesCopy {
  readonly installed: string;
  readonly version: string;
  readonly account: ServerAccount | undefined;
  readonly dataDirectory: string;
  readonly log: (sentence: string) => void;
}

/**
 * Copies the package, once per version, to where the account of the server can run it: for root to the machine-wide
 * directory, for ordinary users to the data directory (both writable only by the starting account, unlike /tmp).
 * @returns the directory of the copy
 */
export async function copyBinaries({ installed, version, account, dataDirectory, log }: BinariesCopy): Promise<string> {
  const parent =
    account === undefined
      ? dataDirectory
      : await openMachineFolder('create it, or install Lectern where other accounts can read it');
  const home = join(parent, `postgres-${version}`);
  if (await isFolder(home)) return home;

  log(`Copying PostgreSQL ${version} to ${home}: it cannot run from its npm package`);
  const half = await makeAside(parent, 'postgres-binaries.new-');
  try {
    // A running server needs no static libraries.
    const filter = (path: string): boolean => extname(path) !== '.a';
    await cp(installed, half, { recursive: true, verbatimSymlinks: true, filter });
    await openToAll(half);
    if (!(await makeLibraryLinks(half))) throw new Error(`The copy ${half} cannot take the library links.`);
    await rename(half, home);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error; // another service has copied them first
  }
  return home;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** `cp` copies the modes: of a read-only checkout, or of an npm ci under a umask that lets only the owner read. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
