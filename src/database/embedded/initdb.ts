import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { OperatorError } from '../../operator-error.js';
import type { ServerAccount } from './account.js';
import type { Binaries } from './binaries.js';
import { SERVER_ENVIRONMENT } from './server-environment.js';

/** The role that owns everything in the cluster. */
export const ROLE = 'lectern';

const ARGUMENTS = [
  `--username=${ROLE}`,
  '--encoding=UTF8',
  // Sorts by code point and knows upper and lower case of all of Unicode, the same on every machine and version of libc.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // The socket's folder lets only the server's account in.
  '--auth-local=trust',
  '--auth-host=reject',
  '--no-instructions',
];

/**
 * Fills the empty folder `cluster`, which belongs to the account, with a new cluster. Takes about half a second.
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
  const given = [`--pgdata=${cluster}`, ...ARGUMENTS, ...(durable ? [] : ['--no-sync'])];
  await new Promise<void>((resolve, reject) => {
    execFile(initdb, given, { cwd: '/', env: SERVER_ENVIRONMENT, ...account }, (error, _stdout, stderr) => {
      if (error === null) return resolve();
      const reason = stderr.trim().split('\n').at(-1) || error.message;
      const sentence = `PostgreSQL could not make its cluster (${reason}): correct that, or set DATABASE_URL.`;
      reject(new OperatorError(sentence, { cause: error }));
    });
  });
}
