import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret that its owner must be able to read again, as `v1.<base64url of iv, tag and ciphertext>`. The
 * random IV makes each result different.
 *
 * @param key 32 bytes
 */
export function seal(text: string, key: Buffer): string {
  requireKey(key);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
}

/**
 * Decrypts a text sealed by `seal`. Throws if the key differs, or if the sealed text was truncated or modified.
 *
 * @param key the 32 bytes that sealed it
 */
export function unseal(sealed: string, key: Buffer): string {
  requireKey(key);
  const bytes = bytesOf(sealed);
  if (!bytes) throw new Error('Stored secret is not of the form v1.<base64url>: set it again.');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new Error('Failed to decrypt the stored secret: start with the SECRET_KEY that sealed it.', { cause });
  }
}

/** Whether the text has the format of `seal`, with any key. */
export const isSealed = (text: string): boolean => bytesOf(text) !== undefined;

/** Whether the key decrypts the sealed text. */
export function canUnseal(sealed: string, key: Buffer): boolean {
  try {
    unseal(sealed, key);
    return true;
  } catch {
    // A failed decryption is an expected result here.
    return false;
  }
}

function bytesOf(sealed: string): Buffer | undefined {
  const [version, payload, ...rest] = sealed.split('.');
  const bytes = Buffer.from(payload ?? '', 'base64url');
  return version === VERSION && rest.length === 0 && bytes.length >= IV_BYTES + TAG_BYTES ? bytes : undefined;
}

function requireKey(key: Buffer): void {
  if (key.length !== KEY_BYTES) throw new RangeError(`The secret key must have ${KEY_BYTES} bytes, not ${key.length}.`);
}
