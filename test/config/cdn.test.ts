import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { OperatorError } from '../../src/config/operator-error.js';

function complaint(variables: Record<string, string>): string {
  try {
    readConfig(variables);
    return '';
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}
const purging = { CDN_KEY_HEADER: 'xkey', CDN_PURGE_URL: 'http://127.0.0.1:6081/.purge' };

describe('the settings of a CDN', () => {
  it('purge nothing by default', () => {
    expect(readConfig({}).cdn).toEqual({ maxAge: undefined, keyHeader: undefined, purge: undefined });
  });

  it('accept several URLs, and headers in lines', () => {
    const { cdn } = readConfig({
      ...{ CDN_KEY_HEADER: 'Surrogate-Key', CDN_PURGE_URL: 'http://one/purge, https://two/purge' },
      CDN_PURGE_HEADERS: 'Fastly-Key: abc:def\r\n\nFastly-Soft-Purge:0\n',
    });
    expect(cdn.purge).toEqual({
      ...{ keyHeader: 'Surrogate-Key', urls: ['http://one/purge', 'https://two/purge'] },
      headers: { 'Fastly-Key': 'abc:def', 'Fastly-Soft-Purge': '0' },
    });
  });

  it.each([
    ['CDN_KEY_HEADER', 'Cache Tag'],
    ['CDN_KEY_HEADER', 'Cache-Tag:'],
    ['CDN_PURGE_URL', 'varnish:6081'],
    ['CDN_PURGE_URL', 'http://user:password@varnish/'],
    ['CDN_PURGE_URL', 'http://one/, two'],
    ['CDN_PURGE_URL', ','],
    ['CDN_PURGE_HEADERS', 'very-secret'],
    ['CDN_PURGE_HEADERS', 'Fastly Key: very-secret'],
    ['CDN_PURGE_HEADERS', 'Fastly-Key: very-secret\nä: 1'],
  ])('reject %s=%s without repeating a secret', (name, value) => {
    const error = complaint({ ...purging, [name]: value });
    expect([error.includes(`${name}: must`), error.includes('very-secret')]).toEqual([true, false]);
  });

  it('require the settings that they depend on', () => {
    expect(complaint({ CDN_PURGE_URL: purging.CDN_PURGE_URL })).toContain('CDN_PURGE_URL: requires CDN_KEY_HEADER');
    expect(complaint({ CDN_KEY_HEADER: 'xkey', CDN_PURGE_HEADERS: 'A: b' })).toContain(
      'CDN_PURGE_HEADERS: requires CDN_PURGE_URL',
    );
  });
});
