import { describe, expect, it } from '@jest/globals';
import { isEmailAddress } from '../../src/core/account/account-fields.js';

describe('an e-mail address', () => {
  it.each([
    'ada@example.org',
    "o'hara+tag=1@sub.example-site.co.uk",
    'jürgen@exämple.de',
    'почта@пример.рф',
    'a@b.xn--p1ai',
    `${'x'.repeat(64)}@example.org`,
  ])('%s is valid', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  it.each([
    '',
    'ada',
    'ada@localhost',
    'ada@',
    '@example.org',
    'a@b@c.org',
    'Ada <ada@example.org>',
    'a@b.org,c@d.org',
    'a;b@c.org',
    '"a b"@example.org',
    'a b@example.org',
    'a..b@example.org',
    '.a@example.org',
    'a.@example.org',
    'a@example..org',
    'a@example.org.',
    'a@[127.0.0.1]',
    'a@example.org\n',
    'a@example.org\r\nBcc: b@example.org',
    'a\u0000@example.org',
    'a\u202E@example.org',
    `${'x'.repeat(65)}@example.org`,
    `a@${'x'.repeat(64)}.org`,
  ])('%j is invalid', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });

  it('is parsed in linear time for hostile input', () => {
    const began = process.cpuUsage().user;
    for (const piece of ['a', 'a.', 'a-', '-', 'ü']) isEmailAddress(`x@${piece.repeat(1_000_000)}!`);
    for (const piece of ['a', 'a.', '-.']) isEmailAddress(`x@${piece.repeat(195)}!`);
    expect(process.cpuUsage().user - began).toBeLessThan(500_000);
  });
});
