import { createHash } from 'node:crypto';

const HEX_DIGITS = 32;

/**
 * Accents of Latin, Greek and Cyrillic. Vowel signs and voicing marks of other scripts are letters, and are retained.
 */
const accents = /[\u0300-\u036f]/g;

/**
 * Digest that detects duplicate comments: 32 hex digits of the SHA-256 of the text, ignoring case and accents (contract
 * §3.6).
 */
export function commentDigest(text: string): string {
  const plain = text.normalize('NFKD').replace(accents, '').toLowerCase();
  return createHash('sha256').update(plain).digest('hex').slice(0, HEX_DIGITS);
}
