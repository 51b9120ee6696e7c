import { describe, expect, it } from '@jest/globals';
import type { IncomingHttpHeaders } from 'node:http';
import { clientOf } from '../../src/http/client-address.js';
import { createNetworkCheck, parseNetwork } from '../../src/config/addresses.js';

const SOCKET = '198.51.100.7';
/** Behind proxies that write the configured header. */
const from = (headers: IncomingHttpHeaders, hops: number, socket: string | undefined = SOCKET) =>
  clientOf(headers, socket, hops, headers.forwarded === undefined ? 'x-forwarded-for' : 'forwarded');
const addressOf = (headers: IncomingHttpHeaders, hops = 1): string => from(headers, hops).address;
const xff = (value: string): IncomingHttpHeaders => ({ 'x-forwarded-for': value });
const forwarded = (value: string): IncomingHttpHeaders => ({ forwarded: value });

describe('the client address', () => {
  it('is that of the connection if no proxy is trusted, whatever the headers contain', () => {
    const headers = { ...forwarded('for=192.0.2.1;user-agent="Spoofed"'), ...xff('192.0.2.2'), 'user-agent': 'Real' };
    expect(from(headers, 0)).toEqual({ address: SOCKET, userAgent: 'Real' });
    expect(from({}, 2)).toEqual({ address: SOCKET, userAgent: null });
  });

  it.each([
    ['one', 1, '192.0.2.3'],
    ['two', 2, '192.0.2.2'],
    ['three', 3, '192.0.2.1'],
    ['more than spoke', 9, '192.0.2.1'],
  ])('is that seen by the outermost of %s trusted proxies', (_, hops, expected) => {
    expect(addressOf(xff('192.0.2.1, 192.0.2.2 ,192.0.2.3'), hops)).toBe(expected);
    expect(addressOf(forwarded('for=192.0.2.1;proto=https, for="192.0.2.2:80" , For=192.0.2.3'), hops)).toBe(expected);
  });

  it('the user agent is that of the proxy header, else the client’s own', () => {
    const header = forwarded('for=192.0.2.9;user-agent="Old", for=192.0.2.1;user-agent="Mozilla/5.0 (\\"X\\", y)"');
    expect(from({ ...header, 'user-agent': 'web2' }, 1)).toEqual({
      address: '192.0.2.1',
      userAgent: 'Mozilla/5.0 ("X", y)',
    });
    expect(from({ ...forwarded('for=192.0.2.1'), 'user-agent': 'web2' }, 1).userAgent).toBe('web2');
    expect(from({ ...forwarded('for=192.0.2.1;user-agent=""'), 'user-agent': ' ' }, 1).userAgent).toBeNull();
    expect(from({ 'user-agent': 'x'.repeat(9_000) }, 0).userAgent).toBe('x'.repeat(512));
  });

  it('is read only from the configured header', () => {
    const headers = { ...forwarded('for=192.0.2.1'), ...xff('192.0.2.2') };
    expect(clientOf(headers, SOCKET, 1, 'forwarded').address).toBe('192.0.2.1');
    expect(clientOf(headers, SOCKET, 1, 'x-forwarded-for').address).toBe('192.0.2.2');
    expect(clientOf(forwarded('for=192.0.2.1'), SOCKET, 1, 'x-forwarded-for').address).toBe(SOCKET);
  });

  describe('of a trusted caller for visitors (decisions no. 34)', () => {
    const website = createNetworkCheck([SOCKET, '2001:db8:1::/48'].flatMap((text) => parseNetwork(text) ?? []));
    const visitorOf = (headers: IncomingHttpHeaders, socket = SOCKET) =>
      clientOf(headers, socket, 0, 'x-forwarded-for', website);

    it.each([
      ['for=192.0.2.1', '192.0.2.1'],
      ['for=192.0.2.9, for="[2001:db8::1]:80";proto=https', '2001:db8::1'],
      ['for=192.0.2.1, proto=https;host=x', '192.0.2.1'],
      ['for=unknown', SOCKET],
      ['for=192.0.2.1, for=_hidden', SOCKET],
      ['for=', SOCKET],
      ['nonsense;;', SOCKET],
      ['', SOCKET],
    ])('%j is %s', (value, address) => {
      expect(visitorOf(forwarded(value)).address).toBe(address);
    });

    it('has the user agent of the visitor, else that of the caller', () => {
      const headers = { ...forwarded('for=192.0.2.1;user-agent="Mozilla"'), 'user-agent': 'web2' };
      expect(visitorOf(headers)).toEqual({ address: '192.0.2.1', userAgent: 'Mozilla' });
      expect(visitorOf({ ...headers, ...forwarded('for=192.0.2.1') }).userAgent).toBe('web2');
    });

    it('is trusted by its network, also over IPv6 and mapped IPv4, and by no other header', () => {
      expect(visitorOf(forwarded('for=192.0.2.1'), '2001:db8:1::7').address).toBe('192.0.2.1');
      expect(visitorOf(forwarded('for=192.0.2.1'), '2001:db8:2::7').address).toBe('2001:db8:2::7');
      expect(visitorOf(forwarded('for=192.0.2.1'), `::ffff:${SOCKET}`).address).toBe('192.0.2.1');
      expect(visitorOf(xff('192.0.2.1')).address).toBe(SOCKET);
    });
  });

  it.each([
    ['192.0.2.1:4711', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]:_port', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', SOCKET],
    ['_hidden', SOCKET],
    ['192.0.2.256', SOCKET],
    ['192.0.2.1:80:80', SOCKET],
    ['[192.0.2.1', SOCKET],
    ['[]', SOCKET],
    ['::ffff:', SOCKET],
    ['1'.repeat(10_000), SOCKET],
  ])('for the name %s is %s', (called, expected) => {
    expect(addressOf(xff(called))).toBe(expected);
    expect(addressOf(forwarded(`for="${called}"`))).toBe(expected);
  });

  it.each(['', ',', ';', 'for', 'for=', 'for="192.0.2.1', 'for=192.0.2.1,', 'for=[::1]', 'proto=https', '\u0000'])(
    'is that of the connection if Forwarded is %j',
    (value) => {
      expect(addressOf(forwarded(value))).toBe(SOCKET);
    },
  );

  it.each(['', ' , ', 'x, y'])('is that of the connection if X-Forwarded-For is %j', (value) => {
    expect(addressOf(xff(value))).toBe(SOCKET);
  });

  it('is IPv4 also on a dual-stack socket, and defined even if the socket is closed', () => {
    expect(from({}, 0, '::ffff:127.0.0.1').address).toBe('127.0.0.1');
    expect(clientOf({}, undefined, 1, 'forwarded')).toEqual({ address: '0.0.0.0', userAgent: null });
  });
});
