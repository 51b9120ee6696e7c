import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let stub: string;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const talk = await make.createTalk(pool, await make.createEvent(pool));
  const { rows } = await pool.query<{ stub: string }>('select stub from talks where id = $1', [talk]);
  stub = rows[0]?.stub ?? '';
});
afterAll(() => service.stop());

const request = (path: string, init?: RequestInit) => fetch(`${service.base}${path}`, init);

it('a row responds with its representation, a tag and CORS, from the cache at the second request', async () => {
  const path = `/feedback/${stub}.svg`;
  const first = await request(path);
  const text = await first.text();
  expect([first.status, text.slice(0, 4)]).toEqual([200, '<svg']);
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, no-cache',
    'access-control-allow-origin': '*',
  });
  const again = await request(path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const samples = await service.samples();
  const { values } = samples.find(({ name }) => name === 'lectern_response_cache_total') ?? { values: [] };
  expect(Object.fromEntries(values.map(({ labels, value }) => [labels['outcome'], value]))).toEqual({
    ...{ hit: 1, miss: 1, coalesced: 0 },
  });
});

it('is computed once for all URLs that differ in unknown parameters or percent-encoding', async () => {
  const missesOf = async () => {
    const { values } = (await service.samples()).find(({ name }) => name === 'lectern_response_cache_total')!;
    return values.find(({ labels }) => labels['outcome'] === 'miss')!.value;
  };
  const encoded = [...stub].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
  for (const [path, count] of [
    [`/feedback/${stub}.svg?a=1`, 0],
    [`/feedback/${encoded}.svg`, 0],
    ['/feeds/events.ics?types=talk', 1],
    ['/feeds/events.ics?tracks=1', 0],
    ['/feeds/events.ics?filter=past', 1],
  ] as const) {
    const before = await missesOf();
    const { status } = await request(path);
    expect([path, status, (await missesOf()) - before]).toEqual([path, 200, count]);
  }
});

it('its methods are GET, HEAD and OPTIONS', async () => {
  const path = `/feedback/${stub}.svg`;
  const head = await request(path, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const preflight = await request(path, { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  const posted = await request(path, { method: 'POST', body: '' });
  expect([posted.status, posted.headers.get('allow'), await posted.text()]).toEqual([
    ...[405, 'GET, HEAD, OPTIONS', 'Feeds are read-only: send GET.\n'],
  ]);
});

it('a record that does not exist is an error in plain text, and is not cached', async () => {
  const response = await request('/feedback/0000.svg');
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    ...[404, 'text/plain; charset=utf-8', 'There is no such feed.\n'],
  ]);
});

it('a path that no row has is left to v2.1', async () => {
  expect(await (await request('/feedback')).json()).toEqual(['API version must be specified']);
});
