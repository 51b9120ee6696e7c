import { chmod, cp, readdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { ServerAccount } from './account.js';
import { makeAside } from './aside.js';
import { hasCode } from './error-code.js';
import { makeLibraryLinks } from './library-links.js';
import { openMachineFolder } from './machine-folder.js';

/** What to copy, and for whom. */
export interface BinariesCopy {
  readonly installed: string;
  readonly version: string;
  readonly account: ServerAccount | undefined;
  readonly dataDirectory: string;
  readonly log: (sentence: string) => void;
}

/**
 * Puts a complete copy of the package, once per version, where the server's account can run it: in the machine-wide
 * folder for root, in the data folder for ordinary users (both belong to the starter alone, unlike /tmp).
 * @returns the folder of the copy
 */
export async function copyBinaries({ installed, version, account, dataDirectory, log }: BinariesCopy): Promise<string> {
  const parent =
    account === undefined
      ? dataDirectory
      : await openMachineFolder('make it, or install Lectern where other accounts can read it');
  const home = join(parent, `postgres-${version}`);
  if (await isFolder(home)) return home;

  log(`Copying PostgreSQL ${version} to ${home}, because it cannot run from where npm has put it.`);
  const half = await makeAside(parent, 'postgres-binaries.new-');
  try {
    // Static libraries are of no use to a running server.
    const filter = (path: string): boolean => extname(path) !== '.a';
    await cp(installed, half, { recursive: true, verbatimSymlinks: true, filter });
    await openToAll(half);
    if (!(await makeLibraryLinks(half))) throw new Error(`The copy ${half} cannot take the library links.`);
    await rename(half, home);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error; // another service has copied them in the meantime
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

/** The modes come along: of a read-only checkout, or of an npm ci under a umask that lets only the owner read. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
