import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { OperatorError } from '../../config/operator-error.js';
import type { ServerAccount } from './account.js';
import type { Binaries } from './binaries.js';

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
export async function runInitdb(options: {
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
