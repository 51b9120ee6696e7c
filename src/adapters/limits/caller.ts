import { normalizedKey } from './hashed-key.js';

/** The key of a caller, for counters in memory: the account, or the address of an anonymous caller. */
export const callerOf = (viewer: { readonly id: string } | null, address: string): string =>
  viewer ? `user ${viewer.id}` : `address ${normalizedKey('address', address)}`;
