import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../../src/core/errors.js';
import { originOf } from '../../src/http/client-address.js';
import { bearerToken } from '../../src/http/create-context.js';
import * as rules from '../../src/core/rules.js';

const stranger = { id: '7', isAdmin: false, isTrusted: false, application: null, scopes: null };
const admin = { ...stranger, id: '1', isAdmin: true };
const viewers = { anonymous: null, stranger, admin };

/** The code of the error that a rule throws; `allowed` if it throws none. */
function verdict(attempt: () => unknown): string {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

describe('permissions (rules.ts)', () => {
  it('visibility: strangers see public events, users also their own, administrators everything', () => {
    expect([null, stranger, admin].map(rules.visibilityOf)).toEqual(['public', 'hosted', 'everything']);
  });

  it.each([
    ['anonymous', false, false],
    ['anonymous', true, false],
    ['stranger', false, false],
    ['stranger', true, true],
    ['admin', false, true],
    ['admin', true, true],
  ] as const)('%s, a host of the event: %s, has the rights of a host: %s', (viewer, hosts, expected) => {
    expect(rules.isHost(viewers[viewer], hosts)).toBe(expected);
  });

  it.each([
    ['anonymous', '7', false],
    ['stranger', '7', true],
    ['stranger', '8', false],
    ['stranger', '07', false],
    ['admin', '7', true],
  ] as const)('%s with the ID 7 sees the account of user %s: %s', (viewer, user, expected) => {
    expect(rules.maySeeAccount(viewers[viewer], user)).toBe(expected);
  });

  it('pending events are for administrators; anonymous callers get 401', () => {
    const asks = [null, stranger, admin].map((viewer) => verdict(() => rules.requireAdminForPendingEvents(viewer)));
    expect(asks).toEqual(['UNAUTHENTICATED', 'FORBIDDEN', 'allowed']);
    expect([null, stranger].map((viewer) => verdict(() => rules.requireViewer(viewer)))).toEqual([
      'UNAUTHENTICATED',
      'allowed',
    ]);
  });
});

describe('the token of an Authorization header', () => {
  it.each([
    [undefined, null],
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['OAuth abc', 'abc'],
    ['oauth   abc ', 'abc'],
    ['BEARER a.b-c_d=', 'a.b-c_d='],
  ])('%j contains %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  it.each(['', 'abc', 'Basic abc', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearerabc'])('%j is rejected', (header) => {
    expect(verdict(() => bearerToken(header))).toBe('INVALID');
  });
});

describe('the origin of a request (decisions no. 59)', () => {
  const free = { baseUrl: undefined, allowedHosts: ['api.example.org', 'proxy.example.org:444'], port: 8080 };
  it.each([
    ['localhost:8080', 'http://localhost:8080'],
    ['LOCALHOST', 'http://localhost'],
    ['127.0.0.1:1', 'http://127.0.0.1:1'],
    ['127.9.9.9', 'http://127.9.9.9'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['API.example.org', 'http://api.example.org'],
    ['api.example.org:8080', 'http://api.example.org:8080'],
    ['Proxy.example.org:444', 'http://proxy.example.org:444'],
  ])('%s is %s', (host, expected) => {
    expect(originOf(host, free)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    'evil.example',
    'api.example.org:444',
    'proxy.example.org:445',
    'api.example.org.evil.example',
    'evil.example/api.example.org',
    'localhost@evil.example',
    'localhost:80:80',
    'localhost:x',
    'localhost:8080/path',
    'localhost\r\nX: y',
    '127.0.0.1.evil.example',
    '[::1].evil.example',
    '::1',
  ])('%j has no origin', (host) => {
    expect(originOf(host, free)).toBeNull();
  });

  it('is the configured one, whatever the header contains', () => {
    const fixed = { baseUrl: 'https://api.example.org', allowedHosts: [], port: 8080 };
    expect(['evil.example', undefined].map((host) => originOf(host, fixed))).toEqual(
      Array(2).fill('https://api.example.org'),
    );
  });
});
