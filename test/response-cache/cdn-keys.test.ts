import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKeyHeader, keysToPurge } from '../../src/http/cache/surrogate-keys.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [event, author, token] = ['', '', ''];

beforeAll(async () => {
  service = await startService({
    ...{ CDN_MAX_AGE: '60', CDN_KEY_HEADER: 'Surrogate-Key', CDN_PURGE_URL: 'http://127.0.0.1:9/purge' },
  });
  const { pool } = service.database;
  // Noon: the lifetime of responses ends at midnight.
  const noon = (Math.floor(Date.now() / 86_400_000) + 0.5) * 86_400;
  await service.clock.compare(() => Promise.resolve(noon));
  const at = (hours: number) => new Date((noon + hours * 3_600) * 1_000).toISOString();
  event = await make.createEvent(pool, { starts_at: at(48), ends_at: at(56) });
  author = await make.createUser(pool);
  await make.createEventComment(pool, event, { user_id: author });
  token = await make.createToken(pool, author);
});
afterAll(() => service.stop());

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(service.base + path, { headers });
  await response.text();
  return response;
}
const keysOf = async (path: string, headers?: Record<string, string>) =>
  (await get(path, headers)).headers.get('surrogate-key');

describe('the keys of responses (CDN_KEY_HEADER)', () => {
  it('name what the response shows', async () => {
    expect(await keysOf(`/v2.1/events/${event}`)).toBe(`lectern lectern-${event}`);
    expect(await keysOf(`/v2.1/events/${event}/comments`)).toBe(
      `lectern lectern-${event} lectern-${-100 - Number(author)}`,
    );
    expect(await keysOf(`/v2.1/users/${author}`)).toBe(`lectern lectern-${-100 - Number(author)}`);
    expect(await keysOf('/v2.1/events?filter=all')).toBe(`lectern lectern-${event} lectern--2`);
    expect(await keysOf('/v2.1/events?filter=hot')).toBe(`lectern lectern-${event} lectern--2 lectern--3`);
    expect(await keysOf('/v2.1/users')).toBe('lectern lectern-any');
  });

  it('are sent with the first and the cached response, with 304, with pages and with stored operations', async () => {
    const variables = encodeURIComponent(JSON.stringify({ limit: 20, verbose: false }));
    for (const path of [`/v2.1/events/${event}/talks`, `/graphql?operation=EventCollection&variables=${variables}`]) {
      const first = await get(path);
      const tag = first.headers.get('etag') ?? '';
      const cached = await get(path);
      const unmodified = await get(path, { 'If-None-Match': tag });
      const all = [first, cached, unmodified];
      expect(all.map(({ status }) => status)).toEqual([200, 200, 304]);
      const keys = new Set(all.map(({ headers }) => headers.get('surrogate-key')));
      expect([keys.size, keys.has(null)]).toEqual([1, false]);
    }
    expect(await keysOf(`/v2.1/events/${event}`, { Accept: 'text/html' })).toBe(`lectern lectern-${event}`);
  });

  it('allow the maximum lifetime for every response, because a change purges it', async () => {
    for (const path of ['/v2.1/users', '/v2.1/events', `/v2.1/events/${event}`]) {
      const { headers } = await get(path);
      expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, s-maxage=60');
    }
  });

  it('are never sent to authenticated callers, whose responses are private, nor with errors', async () => {
    const authenticated = { Authorization: `Bearer ${token}` };
    const paths = [`/v2.1/events/${event}`, `/v2.1/events/${event}/comments`, '/v2.1/events', `/v2.1/users/${author}`];
    for (const path of paths) {
      await get(path);
      for (const headers of [authenticated, { ...authenticated, 'If-None-Match': '*' }]) {
        const response = await get(path, headers);
        expect([response.headers.get('surrogate-key'), response.headers.get('cache-control')]).toEqual([
          null,
          'private, no-cache',
        ]);
      }
    }
    const unknown = await get(`/v2.1/events/${event}`, { Authorization: 'Bearer unknown' });
    expect([unknown.headers.get('surrogate-key'), unknown.headers.get('cache-control')]).toEqual([
      null,
      'private, no-cache',
    ]);
    const missing = await get('/v2.1/events/999999');
    expect([missing.status, missing.headers.get('surrogate-key'), missing.headers.get('cache-control')]).toEqual([
      404,
      null,
      'public, no-cache',
    ]);
  });
});

describe('the format of keys', () => {
  it('separates them by commas in Cache-Tag, and omits them without a header', () => {
    expect(createKeyHeader('Cache-Tag')(['7', '-2'])).toEqual({ 'Cache-Tag': 'lectern,lectern-7,lectern--2' });
    expect(createKeyHeader('xkey')(['7', '7'])).toEqual({ xkey: 'lectern lectern-7' });
    expect(createKeyHeader(undefined)(['7'])).toEqual({});
  });

  it('replaces more than 8 000 bytes of keys by the key of any change', () => {
    const scope = (length: number) => Array.from({ length }, (_, index) => String(100_000 + index));
    expect(createKeyHeader('xkey')(scope(400))['xkey']?.length).toBe('lectern'.length + 400 * ' lectern-100000'.length);
    expect(createKeyHeader('xkey')(scope(600))).toEqual({ xkey: 'lectern lectern-any' });
  });

  it('purges the key of any change with each change, and everything for key 0', () => {
    expect(keysToPurge(['7', '-2'])).toEqual(['lectern-any', 'lectern-7', 'lectern--2']);
    expect(keysToPurge(['7', '0'])).toEqual(['lectern']);
    expect(keysToPurge('everything')).toEqual(['lectern']);
  });
});
