import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [host, event, track, token] = ['', '', '', ''];

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  host = await make.createUser(pool);
  token = await make.createToken(pool, host);
  event = await make.createEvent(pool);
  await make.createHost(pool, event, host);
});
afterAll(() => service.stop());
beforeEach(async () => {
  track = await make.createTrack(service.database.pool, event, { name: 'As it was' });
});

interface Asked {
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly as?: string | null;
}

async function ask(path: string, { method = 'GET', body, headers = {}, as = token }: Asked = {}) {
  const response = await fetch(service.base + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(as !== null && { Authorization: `Bearer ${as}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() };
}

const record = () => `/v2.1/tracks/${track}`;
const rename = (name: string, ifMatch: string, path = record()) =>
  ask(path, { method: 'PUT', body: { track_name: name }, headers: { 'If-Match': ifMatch } });
async function nameNow(): Promise<string> {
  const { rows } = await service.database.pool.query<{ name: string }>('select name from tracks where id = $1', [
    track,
  ]);
  return rows[0]?.name ?? 'gone';
}
const changed = (text: string) =>
  service.database.pool.query('update tracks set name = $1 where id = $2', [text, track]);

describe('a write with If-Match (RFC 9110, 13.1.1)', () => {
  it.each([
    ['with the tag of what it read', (tag: string) => tag],
    ['with that of the same bytes packed', (tag: string) => `${tag.slice(0, -1)}-gzip"`],
    ['with one of several tags', (tag: string) => `"other", ${tag}`],
    ['with the tag as a proxy weakens it', (tag: string) => `W/${tag}`],
    ['with one of several weakened tags', (tag: string) => `W/"other",W/${tag.slice(0, -1)}-br"`],
    ['for any existing record', () => '*'],
  ])('is executed %s', async (_, given) => {
    const { tag } = await ask(record());
    expect([(await rename('New', given(tag))).status, await nameNow()]).toEqual([204, 'New']);
  });

  it.each(['', '?verbose=yes', '?verbose=yes&callback=f'])('is executed for the entity tag "%s"', async (query) => {
    const { tag } = await ask(record() + query);
    const path = query.includes('callback') ? record() + query : record();
    expect([(await rename('New', tag, path)).status, await nameNow()]).toEqual([204, 'New']);
  });

  it.each([
    ['another user has changed it', (tag: string) => tag, () => changed('Theirs'), 'Theirs'],
    ['the tag was never that of anything', () => '"other"', () => Promise.resolve(), 'As it was'],
    [
      'another user has changed it since the weakened tag',
      (tag: string) => `W/${tag}`,
      () => changed('Theirs'),
      'Theirs',
    ],
    ['the weakened tag was never that of anything', () => 'W/"other"', () => Promise.resolve(), 'As it was'],
  ])('is not executed if %s: 412', async (_, given, change, left) => {
    const { tag } = await ask(record());
    await change();
    const { status, text } = await rename('Mine', given(tag));
    expect([status, JSON.parse(text), await nameNow()]).toEqual([412, ['This has changed since you read it'], left]);
  });

  it('is rejected with a problem document if that is accepted', async () => {
    const headers = { 'If-Match': '"other"', Accept: 'application/problem+json' };
    const { text } = await ask(record(), { method: 'DELETE', headers });
    expect(JSON.parse(text)).toEqual({
      type: 'about:blank',
      title: 'This has changed since you read it',
      status: 412,
      code: 'PRECONDITION_FAILED',
      problems: [{ reason: 'CHANGED_MEANWHILE' }],
      requestId: expect.any(String) as unknown,
    });
    expect(await nameNow()).toBe('As it was');
  });

  it('uses the entity tag of the same viewer: the public response has another one', async () => {
    const { tag } = await ask(record(), { as: null });
    expect((await rename('Mine', tag)).status).toBe(412);
  });

  it('is rejected with other errors first', async () => {
    const headers = { 'If-Match': '"other"' };
    const stranger = await make.createToken(service.database.pool, await make.createUser(service.database.pool));
    const statuses = [
      await ask(record(), { method: 'PUT', body: { track_name: 'x' }, headers, as: null }),
      await ask(record(), { method: 'PUT', body: { track_name: 'x' }, headers, as: stranger }),
      await ask(record(), { method: 'PUT', body: { track_name: '' }, headers }),
      await ask('/v2.1/tracks/999999', { method: 'PUT', body: { track_name: 'x' }, headers }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 403, 400, 404]);
  });

  it('deletes the matching record, and then nothing matches', async () => {
    const { tag } = await ask(record());
    const headers = { 'If-Match': tag };
    expect((await ask(record(), { method: 'DELETE', headers })).status).toBe(204);
    expect((await ask(record(), { method: 'DELETE', headers: { 'If-Match': '*' } })).status).toBe(404);
  });

  it('is not evaluated for POST', async () => {
    const headers = { 'If-Match': '"other"' };
    const { status } = await ask(`/v2.1/events/${event}/attending`, { method: 'POST', headers });
    expect(status).toBe(201);
  });
});

describe('several writes with the same entity tag', () => {
  it('that run concurrently: one succeeds, the others get 412', async () => {
    const { tag } = await ask(record());
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, number) => rename(`By ${number}`, tag)));
    const done = outcomes.map(({ status }, number) => (status === 204 ? `By ${number}` : status));
    expect(done.filter((one) => one !== 412)).toEqual([await nameNow()]);
  });

  it('and one that waits for an unconditional write fails before anything is written', async () => {
    const { tag } = await ask(record());
    const client = await service.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`update tracks set name = 'Theirs' where id = $1`, [track]);
      const waiting = rename('Mine', tag);
      await untilRequestWaits();
      await client.query('commit');
      expect([(await waiting).status, await nameNow()]).toEqual([412, 'Theirs']);
    } finally {
      client.release();
    }
  });

  it('ignore changes that are not visible', async () => {
    const { tag } = await ask(record());
    const client = await service.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update tracks set name = name where id = $1', [track]);
      const waiting = rename('Mine', tag);
      await untilRequestWaits();
      await client.query('commit');
      expect([(await waiting).status, await nameNow()]).toEqual([204, 'Mine']);
    } finally {
      client.release();
    }
  });
});

async function untilRequestWaits(): Promise<void> {
  for (;;) {
    const { rows } = await service.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}
