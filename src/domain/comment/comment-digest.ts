import { createHash } from 'node:crypto';

const HEX_DIGITS = 32;

/** The accents of Latin, Greek and Cyrillic; the vowel signs and voicing marks of other scripts are letters, and count. */
const accents = /[\u0300-\u036f]/g;

/**
 * What two comments have in common when one repeats the other: their text without regard to case and accents
 * (contract §3.6), as 32 hex digits of its SHA-256.
 */
export function commentDigest(text: string): string {
  const plain = text.normalize('NFKD').replace(accents, '').toLowerCase();
  return createHash('sha256').update(plain).digest('hex').slice(0, HEX_DIGITS);
}
