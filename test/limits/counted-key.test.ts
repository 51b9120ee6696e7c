import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { accountAtAddress, hashedKey } from '../../src/adapters/limits/hashed-key.js';
import type { KeyKind } from '../../src/config/rate-limit.js';
import { threadCpuMs } from '../support/cpu-time.js';

const secretKey = createSecretKey(Buffer.alloc(32, 7));
const same = (kind: KeyKind, one: string, other: string): boolean =>
  hashedKey(kind, one, secretKey) === hashedKey(kind, other, secretKey);

describe('the key of a rate limit', () => {
  it('of a name of any length costs little, and distinguishes names that an account may have', async () => {
    const marks = 'e' + '\u0323\u0301'.repeat(100_000);
    const cpuMs = await threadCpuMs(() => {
      hashedKey('account', marks, secretKey);
      hashedKey('account at address', accountAtAddress(marks, '192.0.2.1'), secretKey);
    });
    expect(cpuMs).toBeLessThan(100);
    const longest = 'x'.repeat(399);
    expect(same('account', `${longest}a`, `${longest}b`)).toBe(false);
  });

  it('is a hash that depends on the secret key', () => {
    expect(hashedKey('address', '192.0.2.1', secretKey)).toMatch(/^[0-9a-f]{32}$/);
    expect(hashedKey('address', '192.0.2.1', createSecretKey(Buffer.alloc(32, 8)))).not.toBe(
      hashedKey('address', '192.0.2.1', secretKey),
    );
    expect(hashedKey('user', '192.0.2.1', secretKey)).not.toBe(hashedKey('address', '192.0.2.1', secretKey));
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:3::', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0:0:1::', true],
    ['2001:db8::1', '2001:db8:0:1::1', false],
    ['::1', '0:0:0:0:1::', true],
    ['1::', '1:0:0:0:0:0:0:9', true],
    ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2', true],
    ['1::2:3:4:5:192.0.2.1', '1:0:2:3:9::', true],
    ['fe80::1%eth0', 'fe80::2', true],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
  ])('groups %s and %s by network: %s', (one, other, expected) => {
    expect(same('address', one, other)).toBe(expected);
  });

  it('ignores the case of accounts, and distinguishes users exactly', () => {
    expect([same('account', 'Ada@Example.org', 'ada@example.ORG'), same('account', 'ada', 'adam')]).toEqual([
      true,
      false,
    ]);
    expect([same('user', '12', '12'), same('user', '12', '13')]).toEqual([true, false]);
  });

  it.each([
    ['ada', '2001:db8::1', 'ADA', '2001:db8::2', true],
    ['ada', '192.0.2.1', 'ada', '192.0.2.2', false],
    ['ada', '192.0.2.1', 'adam', '192.0.2.1', false],
    ['ada\0x', '192.0.2.1', 'ada', '192.0.2.1', false],
  ])('groups %j at %s and %j at %s: %s', (one, from, other, elsewhere, expected) => {
    expect(same('account at address', accountAtAddress(one, from), accountAtAddress(other, elsewhere))).toBe(expected);
  });
});
