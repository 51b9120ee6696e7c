import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { ServerAccount } from './account.js';

export const READ = 0b100;
export const TRAVERSE = 0b001;

/**
 * Returns the first directory or file in the path whose mode bits deny access to the account: parent directories must
 * grant ENTER, `path` itself must grant `wanted` (READ, ENTER or both). Undefined if access is granted.
 */
export async function firstInaccessible(
  account: ServerAccount | undefined,
  path: string,
  permissions: number,
): Promise<string | undefined> {
  if (account === undefined) return undefined;
  const target = await realpath(path);
  const ancestors = [target];
  for (let folder = dirname(target); folder !== ancestors[0]; folder = dirname(folder)) ancestors.unshift(folder);
  for (const step of ancestors) {
    if (!(await grants(account, step, step === target ? permissions : TRAVERSE))) return step;
  }
  return undefined;
}

async function grants(account: ServerAccount, path: string, permissions: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & permissions) === permissions;
}
