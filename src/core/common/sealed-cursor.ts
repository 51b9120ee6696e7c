import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Cursors that clients can neither read nor invent. Equal positions have equal cursors, so that cached responses stay
 * equal: the authentication code of the text is the initialization vector (as in SIV, RFC 5297).
 */

const CIPHER = 'aes-256-ctr';
const CODE_BYTES = 16;

interface Keys {
  readonly authentication: Buffer;
  readonly encryption: Buffer;
}

const derived = new WeakMap<Buffer, Keys>();

function keysOf(secretKey: Buffer): Keys {
  const known = derived.get(secretKey);
  if (known) return known;
  const derive = (purpose: string) => createHmac('sha256', secretKey).update(purpose).digest();
  const keys = { authentication: derive('cursor authentication'), encryption: derive('cursor encryption') };
  derived.set(secretKey, keys);
  return keys;
}

const codeOf = (text: string, list: string, { authentication }: Keys): Buffer =>
  createHmac('sha256', authentication).update(`${list}\n${text}`).digest().subarray(0, CODE_BYTES);

/**
 * Encrypts the text of a cursor as base64url.
 *
 * @param secretKey 32 bytes
 * @param list the only list for which the cursor is valid: a known position in another one would be a chosen one
 */
export function sealCursor(text: string, secretKey: Buffer, list: string): string {
  const keys = keysOf(secretKey);
  const code = codeOf(text, list, keys);
  const cipher = createCipheriv(CIPHER, keys.encryption, code);
  return Buffer.concat([code, cipher.update(text, 'utf8'), cipher.final()]).toString('base64url');
}

/** The text of a cursor; null if it was not sealed with this key for this list. */
export function openCursor(cursor: string, secretKey: Buffer, list: string): string | null {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= CODE_BYTES) return null;
  const keys = keysOf(secretKey);
  const code = bytes.subarray(0, CODE_BYTES);
  const decipher = createDecipheriv(CIPHER, keys.encryption, code);
  const text = Buffer.concat([decipher.update(bytes.subarray(CODE_BYTES)), decipher.final()]).toString('utf8');
  return timingSafeEqual(codeOf(text, list, keys), code) ? text : null;
}
