import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** What a limit's keys are: it decides which of them count as the same one. */
export type KeyKind = 'address' | 'account' | 'account at address' | 'user';

/** 128 bits: two keys never meet by chance. */
const HEX_DIGITS = 32;
/** An IPv6 subscriber is given 64 bits of addresses, and may use another one for each request. */
const SUBSCRIBER_GROUPS = 4;
const GROUPS = 8;

/** What stands between an account and an address: no address has it, whatever somebody types for a username. */
const AT = '\0';

/** The key of an account at an address. */
export const accountAt = (account: string, address: string): string => `${account}${AT}${address}`;

const sameness: Readonly<Record<KeyKind, (key: string) => string>> = {
  address: (key) => (isIPv6(key) ? subscriber(key) : key),
  // PostgreSQL takes more letters for one in two cases than JavaScript does.
  account: (key) => key.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase().toLowerCase(),
  'account at address': (key) => {
    const end = key.lastIndexOf(AT);
    return accountAt(sameness.account(key.slice(0, end)), sameness.address(key.slice(end + AT.length)));
  },
  user: (key) => key,
};

/** The key that all those share which count as the same one, in plain: for what stays in memory. */
export const sharedKey = (kind: KeyKind, key: string): string => sameness[kind](key);

/**
 * The key as it is stored: neither an address nor a name. A plain hash would not do, since somebody can hash all four
 * billion IPv4 addresses.
 *
 * @param secretKey 32 bytes, the same in every process
 */
export function countedKey(kind: KeyKind, key: string, secretKey: Buffer): string {
  const text = `rate limit\0${kind}\0${sharedKey(kind, key)}`;
  return createHmac('sha256', secretKey).update(text).digest('hex').slice(0, HEX_DIGITS);
}

/** The first 64 bits of an IPv6 address, written without abbreviations. */
function subscriber(address: string): string {
  const [head = '', tail] = address.split('%')[0]!.toLowerCase().split('::');
  const groupsOf = (text = ''): string[] => text.split(':').filter(Boolean);
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  // The last two groups may be written like an IPv4 address.
  const width = before.length + after.length + (address.includes('.') ? 1 : 0);
  const between = tail === undefined ? [] : Array.from({ length: GROUPS - width }, () => '0');
  const groups = [...before, ...between, ...after].slice(0, SUBSCRIBER_GROUPS);
  return groups.map((group) => group.padStart(4, '0')).join(':');
}
