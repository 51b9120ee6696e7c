import { describe, expect, it } from '@jest/globals';
import { isPublicAddress } from '../../src/adapters/webhooks/public-address.js';
import { webhookUrlProblem } from '../../src/adapters/webhooks/webhook-url.js';

const problemOf = (url: string, allowed: readonly string[] = []) => webhookUrlProblem(url, allowed);

describe('URLs', () => {
  it.each([
    'https://hooks.example.org/services/T0/B0?key=1',
    'https://hooks.example.org:8443/',
    'https://bücher.example/',
    'https://93.184.216.34/',
    'https://[2606:2800:21f:cb07::1]/',
    'https://localhost.example.org/',
  ])('%s is accepted', (url) => expect(problemOf(url)).toBeNull());

  it.each([
    '',
    'hooks.example.org',
    '/hook',
    'https://',
    'https://a b/',
    'https://host:99999/',
    'https://[fe80::1%25eth0]/',
    'https://1.2.3.4.5/',
  ])('%j is invalid', (url) => expect(problemOf(url)).toBe('URL_INVALID'));

  it.each(['http://hooks.example.org/', 'ftp://hooks.example.org/', 'file:///etc/passwd', 'javascript:alert(1)'])(
    '%s is not https',
    (url) => expect(problemOf(url)).toBe('URL_NOT_HTTPS'),
  );

  it.each(['https://ada@example.org/', 'https://ada:secret@example.org/', 'https://:secret@example.org/'])(
    '%s contains credentials, even if allowed',
    (url) =>
      expect([problemOf(url), problemOf(url, ['example.org:443'])]).toEqual(Array(2).fill('URL_HAS_CREDENTIALS')),
  );

  it.each([
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0251.0376.0251.0376/',
    'https://127.1/',
    'https://10.0.0.1./',
    'https://[::]/',
    'https://[fd00:ec2::254]/',
    'https://localhost/',
    'https://Localhost./',
    'https://db.localhost/',
  ])('%s is not public', (url) => expect(problemOf(url)).toBe('URL_NOT_PUBLIC'));
});

describe('allowed hosts', () => {
  it.each([
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['https://127.0.0.1/', '127.0.0.1:443'],
    ['http://intranet/', 'intranet:80'],
    ['http://Intranet:80/', 'INTRANET:80'],
    ['http://[::1]:8080/', '[0:0::1]:8080'],
    ['http://bücher.internal:81/', 'bücher.internal:81'],
  ])('%s is accepted with %s', (url, entry) => expect(problemOf(url, ['other:1', entry])).toBeNull());

  it.each([
    ['http://127.0.0.1:8081/', '127.0.0.1:8080'],
    ['http://intranet/', 'intranet'],
    ['http://intranet/', 'intranet:443'],
    ['http://intranet.example.org:80/', 'intranet:80'],
    ['ftp://intranet:80/', 'intranet:80'],
    ['http://intranet:80/', '*:80'],
    ['http://intranet:80/', ''],
  ])('%s is refused with %j', (url, entry) => expect(problemOf(url, [entry])).toBe('URL_NOT_HTTPS'));
});

describe('addresses', () => {
  it.each([
    '8.8.8.8',
    '172.32.0.1',
    '192.0.1.1',
    '198.20.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.255'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.0.1'],
    ...['198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::7f00:1', '::ffff:10.0.0.1', '::ffff:a00:1', '::ffff:0:8.8.8.8', '64:ff9b::a00:1'],
    ...['64:ff9b:1::808:808', '100::1', '2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:db8::1', '3fff::1'],
    ...['2002:a00:1::', '2002:808:808::', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
    ...['ff02::1', '2606:4700:4700::1111%eth0', '', 'localhost', '1.2.3.4.5'],
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
});
