import { createHash, randomBytes } from 'node:crypto';

/** Prefix of every token, so that a leaked one is recognised for what it is. */
const PREFIX = 'lec_';

/** A new token: 256 random bits as text. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** What is stored of a token: enough to recognise it, useless to whoever reads the database. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
