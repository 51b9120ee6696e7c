import { createHash } from 'node:crypto';
import { chown, realpath, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerAccount } from './account.js';
import { createStagingDirectory, openMachineDirectory } from './machine-directory.js';
import type { Binaries } from './binaries.js';
import { unusableDirectory } from './data-directory.js';
import { hasCode } from './error-code.js';
import { TRAVERSE, firstInaccessible } from './file-permissions.js';
import { execFile } from 'node:child_process';
import { OperatorError } from '../../config/operator-error.js';

/** Parameters of a new cluster. */
export interface NewCluster {
  readonly dataDirectory: string;
  readonly binaries: Binaries;
  readonly account: ServerAccount | undefined;
  /** false skips syncing to disk: for disposable clusters */
  readonly durable: boolean;
  readonly log: (sentence: string) => void;
}

/**
 * Creates a cluster in a staging directory and moves it into place in one step, so that a kill leaves nothing
 * incomplete in `<dataDirectory>/postgres`. Of two services that start concurrently, one wins and the other uses its
 * cluster.
 * @returns absolute path of the cluster in place, without symbolic links
 */
export async function createCluster(parameters: NewCluster): Promise<string> {
  const { dataDirectory, account, log } = parameters;
  const target = join(dataDirectory, 'postgres');
  const inaccessible = await firstInaccessible(account, dataDirectory, TRAVERSE);
  try {
    if (inaccessible === undefined) {
      const staging = await build(dataDirectory, parameters);
      await moveIntoPlace(staging, () => rename(staging, target));
    } else {
      const parent = await openMachineDirectory('set DATA_DIR to a folder that other accounts can enter');
      const staging = await build(parent, parameters);
      // A unique name, not the hash alone: a data directory that was removed and recreated starts with an empty
      // database.
      const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12);
      const cluster = join(parent, `cluster-${hash}-${staging.slice(-6)}`);
      await rename(staging, cluster);
      await moveIntoPlace(cluster, () => symlink(cluster, target));
      log(`Storing the database in ${await realpath(target)}: the account of PostgreSQL cannot enter ${inaccessible}`);
    }
    return await realpath(target);
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EBUSY', 'EXDEV'))
      throw unusableDirectory(dataDirectory, error);
    throw error;
  }
}

async function build(parent: string, { binaries, account, durable }: NewCluster): Promise<string> {
  const staging = await createStagingDirectory(parent, 'postgres.new-');
  try {
    if (account !== undefined) await chown(staging, account.uid, account.gid);
    await runInitdb({ cluster: staging, binaries, account, durable });
    return staging;
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

async function moveIntoPlace(made: string, move: () => Promise<void>): Promise<void> {
  try {
    await move();
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY', 'ENOTDIR')) throw error; // another service was faster
  }
}

/**
 * Environment of the server processes. It excludes that of the service: PGDATA, PGPORT and the like must not take
 * effect, and no secret may be readable from a process of another account.
 */
export const SERVER_ENVIRONMENT: Record<string, string> = { LC_ALL: 'C' };

/** The role that owns every object in the cluster. */
export const ROLE = 'lectern';

const ARGUMENTS = [
  `--username=${ROLE}`,
  '--encoding=UTF8',
  // Sorts by code point and maps case for all of Unicode, identically on every machine and version of libc.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // The directory of the socket admits only the account of the server.
  '--auth-local=trust',
  '--auth-host=reject',
  '--no-instructions',
];

/**
 * Initializes a new cluster in the empty directory `cluster`, which the account owns. Takes about 0.5 seconds.
 * @throws OperatorError with the last line of initdb
 */
async function runInitdb(options: {
  cluster: string;
  binaries: Binaries;
  account: ServerAccount | undefined;
  durable: boolean;
}): Promise<void> {
  const { cluster, binaries, account, durable } = options;
  const initdb = join(binaries.folder, 'initdb');
  const args = [`--pgdata=${cluster}`, ...ARGUMENTS, ...(durable ? [] : ['--no-sync'])];
  await new Promise<void>((resolve, reject) => {
    execFile(initdb, args, { cwd: '/', env: SERVER_ENVIRONMENT, ...account }, (error, _stdout, stderr) => {
      if (error === null) return resolve();
      const reason = stderr.trim().split('\n').at(-1) || error.message;
      const sentence = `initdb failed (${reason}): correct the cause, or set DATABASE_URL to a PostgreSQL server.`;
      reject(new OperatorError(sentence, { cause: error }));
    });
  });
}
