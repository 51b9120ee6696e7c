import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

let service: TestService;
let [event, token] = ['', ''];

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  event = await make.createEvent(pool, { name: 'As it was' });
  token = await make.createToken(pool, await make.createUser(pool));
});
afterAll(() => service.stop());

/**
 * Status, caching headers, entity tag and body of a read, uncompressed: cached responses are compressed in the
 * background, and then have another entity tag.
 */
async function read(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(service.base + path, { method, headers: { 'Accept-Encoding': 'identity', ...headers } });
  const told = (name: string) => response.headers.get(name);
  return {
    status: response.status,
    kept: told('cache-control'),
    tag: told('etag') ?? '',
    text: await response.text(),
    told,
  };
}

const record = () => `/v2.1/events/${event}`;
const byName = () =>
  `/graphql?operation=EventRecord&variables=${encodeURIComponent(`{"id":"${event}","verbose":false}`)}`;

describe('a conditional read (decisions no. 71)', () => {
  it.each([
    ['a record', record],
    ['a list', () => '/v2.1/events?resultsperpage=1'],
    ['the landing page', () => '/'],
    ['a stored operation by its name', byName],
    ['the list of stored operations', () => '/graphql/operations'],
    ['the list of stored documents', () => '/graphql/documents.json'],
  ])('returns 304 without a change: %s', async (_, path) => {
    const first = await read(path());
    expect([first.status, first.kept]).toEqual([200, 'public, no-cache']);
    expect(first.tag).toMatch(/^"[\w-]{22}"$/);
    const again = await read(path(), { 'If-None-Match': first.tag });
    expect([again.status, again.text, again.tag, again.kept]).toEqual([304, '', first.tag, 'public, no-cache']);
    expect([again.told('content-type'), again.told('vary')]).toEqual([null, first.told('vary')]);
    expect(again.told('access-control-allow-origin')).toBe('*');
  });

  it.each([
    ['among others', (tag: string) => `"other", ${tag} ,"third"`],
    ['weakened by a proxy', (tag: string) => `W/${tag}`],
    ['whichever it is', () => '*'],
  ])('matches its entity tag, %s', async (_, given) => {
    const { tag } = await read(record());
    expect((await read(record(), { 'If-None-Match': given(tag) })).status).toBe(304);
    expect((await read(record(), { 'If-None-Match': given(tag) }, 'HEAD')).status).toBe(304);
  });

  it('has the same entity tag for HEAD, and for every viewer with the same response', async () => {
    const { tag } = await read(record());
    expect((await read(record(), {}, 'HEAD')).tag).toBe(tag);
    expect((await read(`${record()}?`)).status).toBe(200);
    expect((await read(record(), { 'If-None-Match': '"other"' })).text).not.toBe('');
  });

  it('returns the new response after a change, also by SQL', async () => {
    const { tag } = await read(record());
    await service.database.pool.query(`update events set name = 'As it is' where id = $1`, [event]);
    const now = await read(record(), { 'If-None-Match': tag });
    expect([now.status, now.text.includes('As it is'), now.tag === tag]).toEqual([200, true, false]);
  });

  it('has another entity tag in another format, and for another viewer', async () => {
    const forms = await Promise.all([
      read(record()),
      read(`${record()}?format=html`),
      read(`${record()}?callback=f`),
      read(record(), { Authorization: `Bearer ${token}` }),
    ]);
    expect(new Set(forms.map(({ tag }) => tag)).size).toBe(forms.length);
  });

  it('is private if it was requested with a token, valid or not', async () => {
    for (const Authorization of [`Bearer ${token}`, 'Bearer unknown']) {
      const { status, kept, told } = await read(record(), { Authorization });
      expect([status, kept, told('vary')]).toEqual([
        200,
        'private, no-cache',
        'Accept, Authorization, Accept-Encoding',
      ]);
    }
  });
});

it('a proxy that stores what is private, by URL alone, serves no viewer the response of another', async () => {
  const stored = new Map<string, { tag: string; text: string }>();
  const served = async (path: string, headers: Record<string, string> = {}) => {
    const known = stored.get(path);
    const answer = await read(path, { ...headers, ...(known && { 'If-None-Match': known.tag }) });
    if (answer.status === 304) return known?.text;
    if (answer.status === 200 && answer.tag !== '') stored.set(path, answer);
    return answer.text;
  };
  const { pool } = service.database;
  const user = await make.createUser(pool);
  await make.createHost(pool, event, user);
  const host = { Authorization: `Bearer ${await make.createToken(pool, user)}` };
  const viewers = [host, {}, { Authorization: `Bearer ${token}` }, host, {}];
  for (const path of [`${record()}?verbose=yes`, '/v2.1/events?verbose=yes', byName()]) {
    for (const headers of viewers) expect(await served(path, headers)).toBe((await read(path, headers)).text);
  }
  await pool.query('update events set is_private = true where id = $1', [event]);
  expect(await served(record(), host)).toContain('As it is');
  expect(await served(record())).not.toContain('As it is');
  await pool.query('update events set is_private = false where id = $1', [event]);
});

describe('a cached response', () => {
  it.each([
    ['a record', () => `${record()}?kept=1`],
    ['an HTML page', () => `${record()}?format=html&kept=1`],
    ['a script', () => `${record()}?callback=f&kept=1`],
    ['a stored operation', () => `${byName()}&kept=1`],
  ])('is returned byte for byte, without a statement: %s', async (_, path) => {
    const tell = async (method = 'GET') => {
      const asIs = { 'Accept-Encoding': 'identity' };
      const response = await fetch(service.base + path(), { method, headers: asIs });
      const {
        date: __,
        connection: ___,
        'keep-alive': ____,
        'x-request-id': _____,
        ...headers
      } = Object.fromEntries(response.headers);
      return { status: response.status, headers, text: await response.text() };
    };
    const first = await tell();
    service.takeStatements();
    expect([await tell(), service.takeStatements()]).toEqual([first, []]);
    expect(await tell('HEAD')).toEqual({ ...first, text: '' });
  });
});

describe('a response that is not a read', () => {
  it('has no entity tag: an error, a write', async () => {
    const missing = await read('/v2.1/events/999999', { 'If-None-Match': '*' });
    expect([missing.status, missing.kept, missing.tag]).toEqual([404, 'public, no-cache', '']);
    const star = await ask(service, `${record()}/attending`, { method: 'POST', token });
    expect([star.status, star.headers.get('etag'), star.headers.get('cache-control')]).toEqual([201, null, null]);
  });
});
