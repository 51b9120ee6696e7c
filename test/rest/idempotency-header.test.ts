import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';
import { keyedWorld, keysOf, postUnder, rowsOf, words, type KeyedWorld } from './keyed.js';

let service: TestService;
let { event, talk, user, token }: KeyedWorld = { event: '', talk: '', user: '', token: '' };
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ event, talk, user, token } = await keyedWorld(service));
});

const comments = () => `/v2.1/talks/${talk}/comments`;
const post = (path: string, key: string, body?: unknown, as = token) => postUnder(service, key, path, as, body);
const count = (table: string) => rowsOf(service, table, event);
const keys = () => keysOf(service, user);

describe('the header', () => {
  it.each(['', 'a'.repeat(256), 'Ä'])('is rejected with 400 if it is invalid: "%s"', async (key) => {
    const refused = await post(comments(), key);
    const sentence = 'The Idempotency-Key must be 1 to 255 printable ASCII characters';
    expect([refused.status, JSON.parse(refused.text), await count('talk_comments')]).toEqual([400, [sentence], 0]);
  });

  it.each(['a', 'a'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', '~ !'])('may be "%s"', async (key) => {
    expect((await post(comments(), key)).status).toBe(201);
    expect((await post(comments(), key)).headers.get('idempotency-replayed')).toBe('true');
  });

  it('is rejected with an upload', async () => {
    await make.createHost(service.database.pool, event, user);
    const body = new FormData();
    body.set('image', new Blob(['x']), 'x.png');
    const response = await fetch(`${service.base}/v2.1/events/${event}/images`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'one' },
      body,
    });
    const sentence = 'Uploads do not support Idempotency-Key. Retry without it; the upload replaces the previous image';
    expect([response.status, await response.json()]).toEqual([400, [sentence]]);
  });

  it('is ignored for anonymous callers and public writes: no token is stored', async () => {
    expect(
      (await ask(service, comments(), { method: 'POST', body: words, headers: { 'Idempotency-Key': '' } })).status,
    ).toBe(401);
    const lost = await post('/v2.1/emails/reminders/username', 'one', { email: 'nobody@example.org' });
    expect([lost.status, await keys()]).toEqual([202, []]);
  });

  it('is allowed from other origins', async () => {
    const response = await fetch(service.base + comments(), { method: 'OPTIONS' });
    expect(response.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
  });

  it('costs nothing if absent: no statement uses keys', async () => {
    service.takeStatements();
    await ask(service, comments(), { method: 'POST', token, body: words });
    expect(service.takeStatements().filter((text) => text.includes('idempotency'))).toEqual([]);
    await post(comments(), 'one', { comment: 'Other', rating: 3 });
    expect(service.takeStatements().filter((text) => text.includes('idempotency'))).toHaveLength(1);
  });
});
