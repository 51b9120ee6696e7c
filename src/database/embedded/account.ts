import { readFile, stat } from 'node:fs/promises';

import { OperatorError } from '../../operator-error.js';

/** The account PostgreSQL runs as, in the form that `spawn` and `chown` take. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account for the server: undefined (this process's own) for ordinary users. PostgreSQL refuses to run as root, so
 * root gets the owner of the existing cluster, or `nobody` when there is none or root owns it.
 * @throws OperatorError when this process is root and the machine has no account `nobody`
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
