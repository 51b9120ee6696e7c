import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Prefix of every token, which makes a leaked one recognisable. */
const PREFIX = 'lec_';

/** Generates a token with 256 random bits. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

const RANDOM_BYTES = 24;
const MARK_BYTES = 8;

const markOf = (random: Buffer, secretKey: Buffer): Buffer =>
  createHmac('sha256', secretKey).update('token\0').update(random).digest().subarray(0, MARK_BYTES);

/**
 * Generates a token with 192 random bits and a mark, by which each process recognises it without the database.
 *
 * @param secretKey 32 bytes
 */
export function newMarkedToken(secretKey: Buffer): string {
  const random = randomBytes(RANDOM_BYTES);
  return PREFIX + Buffer.concat([random, markOf(random, secretKey)]).toString('base64url');
}

/** Whether the service has issued this token, with its mark, at some time: it may have expired since. */
export function isMarked(token: string, secretKey: Buffer): boolean {
  if (!token.startsWith(PREFIX)) return false;
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
  if (bytes.length !== RANDOM_BYTES + MARK_BYTES) return false;
  return timingSafeEqual(bytes.subarray(RANDOM_BYTES), markOf(bytes.subarray(0, RANDOM_BYTES), secretKey));
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
