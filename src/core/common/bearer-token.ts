import { createHash, randomBytes } from 'node:crypto';

/** Prefix of every token, which makes a leaked one recognisable. */
const PREFIX = 'lec_';

/** Generates a token with 256 random bits. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** Hash stored in place of a token: identifies it, but is useless to a reader of the database. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
