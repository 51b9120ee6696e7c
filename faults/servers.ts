import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chooseServerAccount } from '../src/database/embedded/account.js';
import { provideBinaries } from '../src/database/embedded/binaries.js';
import type { PostgresPrograms } from './postgres.js';

const DEBIAN = '/usr/lib/postgresql';

/**
 * All PostgreSQL installations of this machine: the one from npm, and the newest of Debian.
 *
 * @param folder destination of a copy that the account of the server can read
 */
export async function findServers(folder: string): Promise<PostgresPrograms[]> {
  const { folder: ours } = await provideBinaries(await chooseServerAccount(undefined), folder, () => undefined);
  const debian = findDebian();
  return [named(ours, 'npm'), ...(debian ? [debian] : [])];
}

/** Debian's newest PostgreSQL with all its programs; undefined if it is not installed. */
export function findDebian(): PostgresPrograms | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const folder = readdirSync(DEBIAN)
    .sort((one, other) => Number(other) - Number(one))
    .map((major) => join(DEBIAN, major, 'bin'))
    .find((programs) => existsSync(join(programs, 'initdb')));
  return folder === undefined ? undefined : named(folder, 'Debian');
}

function named(folder: string, whose: string): PostgresPrograms {
  const said = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  const version = /\d+(\.\d+)*/.exec(said)?.[0] ?? '';
  return { name: `PostgreSQL ${version} (${whose})`, folder };
}
