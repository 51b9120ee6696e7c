import { createHmac, type KeyObject } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { KeyKind } from '../../config/rate-limit.js';

/** 128 bits, so that collisions are negligible. */
const HEX_DIGITS = 32;
/** An IPv6 subscriber owns a 64-bit range and may use another address for each request. */
const SUBSCRIBER_GROUPS = 4;
const GROUPS = 8;

/**
 * In UTF-16 code units: no username or e-mail address is longer. Normalisation takes quadratic time, and the key may be
 * any text that a caller has entered.
 */
const MAX_NAME_LENGTH = 400;

/** Separates an account from an address. No address contains it, whatever the username is. */
const SEPARATOR = '\0';

/** The key of an account at an address. */
export const accountAtAddress = (account: string, address: string): string => `${account}${SEPARATOR}${address}`;

const normalizers: Readonly<Record<KeyKind, (key: string) => string>> = {
  address: (key) => (isIPv6(key) ? subscriberPrefix(key) : key),
  // PostgreSQL treats more letters as case variants of each other than JavaScript does.
  account: (key) =>
    key.slice(0, MAX_NAME_LENGTH).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase().toLowerCase(),
  'account at address': (key) => {
    const end = key.lastIndexOf(SEPARATOR);
    return accountAtAddress(
      normalizers.account(key.slice(0, end)),
      normalizers.address(key.slice(end + SEPARATOR.length)),
    );
  },
  user: (key) => key,
};

/** The normalized key in plain text, for counters in memory. */
export const normalizedKey = (kind: KeyKind, key: string): string => normalizers[kind](key);

/**
 * The stored form of a key, which reveals neither an address nor a name. A plain hash could be reversed by hashing all
 * four billion IPv4 addresses.
 *
 * @param secretKey 32 bytes, the same in every process. Node would take 8 µs per call to convert a Buffer.
 */
export function hashedKey(kind: KeyKind, key: string, secretKey: KeyObject): string {
  const text = `rate limit\0${kind}\0${normalizedKey(kind, key)}`;
  return createHmac('sha256', secretKey).update(text).digest('hex').slice(0, HEX_DIGITS);
}

/** The first 64 bits of an IPv6 address, without abbreviations. */
function subscriberPrefix(address: string): string {
  const [head = '', tail] = address.split('%')[0]!.toLowerCase().split('::');
  const groupsOf = (text = ''): string[] => text.split(':').filter(Boolean);
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  // The last two groups may be in IPv4 notation.
  const width = before.length + after.length + (address.includes('.') ? 1 : 0);
  const between = tail === undefined ? [] : Array.from({ length: GROUPS - width }, () => '0');
  const groups = [...before, ...between, ...after].slice(0, SUBSCRIBER_GROUPS);
  return groups.map((group) => group.padStart(4, '0')).join(':');
}
