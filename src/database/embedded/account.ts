import { readFile, stat } from 'node:fs/promises';

import { OperatorError } from '../../config/operator-error.js';

/** Account that PostgreSQL runs as, in the form that `spawn` and `chown` take. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Chooses the account of the server: undefined (that of this process) for ordinary users. PostgreSQL refuses to run as
 * root, so root uses the owner of the existing cluster, or `nobody` if there is none or root owns it.
 * @throws OperatorError if this process is root and the machine has no account `nobody`
 */
export async function chooseServerAccount(cluster: string | undefined): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (cluster !== undefined) {
    const { uid, gid } = await stat(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'));
  if (nobody === null) {
    throw new OperatorError(
      'PostgreSQL refuses to run as root and this machine has no account "nobody": start Lectern as an ordinary user, ' +
        'or set DATABASE_URL to a PostgreSQL server.',
    );
  }
  return { uid: Number(nobody[1]), gid: Number(nobody[2]) };
}
