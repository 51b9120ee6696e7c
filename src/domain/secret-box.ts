import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text that its owner must be able to read again, as `v1.<base64url of iv, tag and ciphertext>`.
 * The same text is sealed differently each time.
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
 * The text that `seal` was given. Throws when the key is another one, or when the sealed text was cut or changed.
 *
 * @param key the 32 bytes it was sealed with
 */
export function open(sealed: string, key: Buffer): string {
  requireKey(key);
  const [version, payload, ...rest] = sealed.split('.');
  const bytes = Buffer.from(payload ?? '', 'base64url');
  if (version !== VERSION || rest.length > 0 || bytes.length < IV_BYTES + TAG_BYTES) {
    throw new Error('The stored secret is not in the form v1.<base64url>: set it anew.');
  }
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new Error('The stored secret cannot be read: start with the SECRET_KEY it was sealed with.', { cause });
  }
}

function requireKey(key: Buffer): void {
  if (key.length !== KEY_BYTES) throw new RangeError(`Give a secret key of ${KEY_BYTES} bytes, not ${key.length}.`);
}
