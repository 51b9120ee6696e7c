import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Prefix of every token, which makes a leaked one recognisable. */
const PREFIX = 'lec_';

/** Generates a token with 256 random bits. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/**
 * The token that a refresh token yields: the same for each request that presents it, and not computable without the key.
 * It can thus be issued again although only its hash is stored.
 *
 * @param secretKey 32 bytes
 */
export function successorOf(token: string, secretKey: Buffer): string {
  return PREFIX + createHmac('sha256', secretKey).update(`refresh token\0${token}`).digest('base64url');
}

/** Hash stored in place of a token: identifies it, but is useless to a reader of the database. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
