import { chownSync } from 'node:fs';
import type { ServerAccount } from '../src/database/embedded/account.js';

/** Gives a file or folder to the account of a server; without one, it stays ours. */
export function ownedBy(account: ServerAccount | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}
