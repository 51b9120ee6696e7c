import { availableParallelism } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { OperatorError } from '../../src/config/operator-error.js';

/** The errors of a configuration; empty if it is valid. */
function complaint(variables: Record<string, string>): string {
  try {
    readConfig(variables);
    return '';
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}
const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://api.example.org',
  SECRET_KEY: '0123456789abcdef0123456789abcdef',
  DATABASE_URL: 'postgres://db/lectern',
};

describe('the configuration', () => {
  it('requires no variable, and is immutable', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 8080,
      adminPort: 8081,
      baseUrl: undefined,
      allowedHosts: [],
      maxResults: 10_000,
      introspection: true,
      socialTalkType: 'Social',
      database: { url: undefined, prepared: true },
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['ADMIN_PORT', 'x'],
    ['BASE_URL', 'api.example.org'],
    ['BASE_URL', 'https://api.example.org/path'],
    ['BASE_URL', 'https://api.example.org/?a=b'],
    ['BASE_URL', 'javascript:alert(1)'],
    ['WEBSITE_URL', 'ftp://example.org'],
    ['AVATAR_BASE_URL', 'avatars'],
    ['DATABASE_URL', 'mysql://db/lectern'],
    ['DATABASE_URL', 'lectern'],
    ['DATABASE_DIRECT_URL', 'lectern'],
    ['DATABASE_PREPARED', 'yes'],
    ['DATABASE_CONNECTIONS', '2'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', '2.5'],
    ['DATABASE_CONNECTIONS', '501'],
    ['DATABASE_WAIT_SECONDS', '-1'],
    ['DEMO_DATA', '1'],
    ['MAX_RESULTS', '0'],
    ['MAX_RESULTS', 'many'],
    ['INTROSPECTION', 'off'],
    ['COMPATIBILITY', 'v2.1'],
    ['TRUST_FORWARDED_FROM', '192.0.2.1, website'],
    ['TRUST_FORWARDED_FROM', '192.0.2.0/33'],
    ['TRUST_FORWARDED_FROM', '2001:db8::/x'],
    ['SECRET_KEY', 'short'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s is rejected by name, in one sentence with the next step', (name, value) => {
    expect(complaint({ [name]: value })).toMatch(new RegExp(`^[A-Z].*\\b${name}: .+\\.$`));
  });

  it.each(['a.test,b.test', 'a.test:5432,b.test:5433', 'user:word@a.test:1,b.test', 'us,er@a.test,b.test'])(
    'names the proxy as the way to several hosts, such as %s',
    (hosts) =>
      expect(complaint({ DATABASE_URL: `postgres://${hosts}/lectern` })).toContain(
        'DATABASE_URL: must name one host: use the address of a proxy that leads to the primary, such as haproxy.',
      ),
  );

  it('accepts a comma elsewhere in the URL of a database', () => {
    const url = 'postgres://us,er:wo,rd@db.test/lec,tern?options=a,b';
    expect(readConfig({ DATABASE_URL: url }).database.url).toBe(url);
  });

  it('reports every invalid variable together', () => {
    const message = complaint({ PORT: 'x', MAX_RESULTS: '0', LOG_LEVEL: 'loud' });
    expect(['PORT', 'MAX_RESULTS', 'LOG_LEVEL'].filter((name) => !message.includes(name))).toEqual([]);
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', BASE_URL: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it('normalizes URLs', () => {
    expect(
      readConfig({ BASE_URL: 'HTTPS://API.example.org:443/', WEBSITE_URL: 'https://example.org/a//' }),
    ).toMatchObject({
      baseUrl: 'https://api.example.org',
      websiteUrl: 'https://example.org/a',
    });
    expect(readConfig({ ALLOWED_HOSTS: ' Api.example.org, ,b.example ' }).allowedHosts).toEqual([
      'api.example.org',
      'b.example',
    ]);
  });

  it('COMPATIBILITY=legacy changes defaults, and explicit variables win (decisions no. 33)', () => {
    const disclosed = (variables: Record<string, string>) => readConfig(variables).policy.discloseAccounts;
    expect([disclosed({}), disclosed({ COMPATIBILITY: 'legacy' })]).toEqual([false, true]);
    expect(disclosed({ COMPATIBILITY: 'legacy', ACCOUNT_DISCLOSURE: 'none' })).toBe(false);
    expect(disclosed({ ACCOUNT_DISCLOSURE: 'legacy' })).toBe(true);
    expect(readConfig({ COMPATIBILITY: 'legacy' }).socialTalkType).toBe('Social event');
    expect(readConfig({ COMPATIBILITY: 'legacy', TALK_TYPE_SOCIAL: 'Party' }).socialTalkType).toBe('Party');
  });
});

describe('the workers', () => {
  const shares = (variables: Record<string, string>) => {
    const { workers, database } = readConfig(variables);
    return [workers, database.connections];
  };
  const cores = Math.min(availableParallelism(), 16);

  it.each<[string, Record<string, string>, readonly [number, number]]>([
    ['one process with all connections', {}, [1, 10]],
    ['the configured number, sharing the connections', { WORKERS: '3', DATABASE_CONNECTIONS: '20' }, [3, 6]],
    ['with four connections each, where ten are too few', { WORKERS: '8' }, [8, 4]],
    ['in production one for each core', production, [cores, Math.floor(Math.max(10, 4 * cores) / cores)]],
    ['no more than have three connections each', { ...production, DATABASE_CONNECTIONS: '5' }, [1, 5]],
  ])('are %s', (_, variables, expected) => {
    expect(shares(variables)).toEqual(expected);
  });

  it('are rejected if there are too many for the connections', () => {
    expect(complaint({ WORKERS: '4', DATABASE_CONNECTIONS: '11' })).toEqual(
      'Lectern cannot start with this configuration: WORKERS: 4 workers need 3 connections each, so set ' +
        'DATABASE_CONNECTIONS to 12 or more, or WORKERS to a lower number.',
    );
  });
});

describe('production', () => {
  it('starts with a base URL, a key and a database', () => {
    expect(complaint(production)).toBe('');
  });

  it.each([
    ['BASE_URL', ''],
    ['SECRET_KEY', ''],
    ['DEMO_DATA', 'true'],
  ])('refuses to start with %s=%j', (name, value) => {
    expect(complaint({ ...production, [name]: value })).toContain(name);
  });
});
