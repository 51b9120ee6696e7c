import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf, type Answer, type Json } from './ask.js';
import { complete, required } from './submission.js';

let service: TestService;
let host: string;
let stranger: string;
let admin: string;
let hostId: string;
let event: string;
let path: string;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  hostId = await createUser(pool);
  host = await createToken(pool, hostId);
  stranger = await createToken(pool, await createUser(pool));
  admin = await createToken(pool, await createUser(pool, { is_admin: true }));
});
beforeEach(async () => {
  const { pool } = service.database;
  event = await createEvent(pool, {
    href: 'http://old.example.org',
    cfp_url: 'http://old.example.org/cfp',
    cfp_starts_at: '2026-01-01T00:00:00Z',
    cfp_ends_at: '2026-02-01T00:00:00Z',
    latitude: 1,
    longitude: 2,
    tags: ['old'],
    stub: `s${hostId}${Math.random()}`.slice(0, 20),
    icon: 'old.png',
    hashtag: 'old',
    contact_name: 'Old',
  });
  await createHost(pool, event, hostId);
  path = `/v2.1/events/${event}`;
});
afterAll(() => service.stop());

const put = (body: unknown, token: string | undefined = host) => ask(service, path, { method: 'PUT', body, token });
const told = (answer: Answer) => [answer.status, bodyOf(answer)];
const shown = async (): Promise<Json> =>
  recordOf(await ask(service, `${path}?verbose=yes`, { token: admin }), 'events');

describe('PUT /events/{id} (spec §4.2; contract §3.2)', () => {
  it('replaces all members of the body, and no others', async () => {
    const before = await shown();
    const answer = await put(complete);
    expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([204, '', service.base + path]);
    expect(await shown()).toEqual({
      ...before,
      name: complete.name,
      description: complete.description,
      location: complete.location,
      start_date: '2026-12-05T09:30:00+01:00',
      end_date: '2026-12-06T17:00:00+01:00',
      comments_enabled: 0,
      href: complete.href,
      cfp_url: complete.cfp_url,
      cfp_start_date: '2026-11-01T00:00:00+01:00',
      cfp_end_date: '2026-11-30T23:59:00+01:00',
      latitude: 52.09,
      longitude: 5.12,
      tags: ['php', 'ünï'],
    });
  });

  it('stores tags that PostgreSQL could read as a null or as several, and separates them at commas', async () => {
    const tags = ['null', 'a,b', '{c}', 'd "e"', String.raw`f\g`];
    expect((await put({ ...required, tags })).status).toBe(204);
    expect((await shown())['tags']).toEqual(tags.flatMap((tag) => tag.split(',')));
  });

  it('keeps omitted members', async () => {
    const before = await shown();
    expect((await put(required)).status).toBe(204);
    const { href, cfp_url, cfp_start_date, cfp_end_date, latitude, longitude, tags } = before;
    const kept = { href, cfp_url, cfp_start_date, cfp_end_date, latitude, longitude, tags };
    expect(kept).toMatchObject({ href: 'http://old.example.org', latitude: 1, tags: ['old'] });
    expect(await shown()).toMatchObject(kept);
  });

  it.each([
    ['empty texts', ''],
    ['null', null],
  ])('clears members with the value %s', async (_, nothing) => {
    const optional = ['href', 'cfp_url', 'cfp_start_date', 'cfp_end_date', 'latitude', 'longitude', 'tags'];
    const body = { ...required, ...Object.fromEntries(optional.map((name) => [name, nothing])) };
    expect((await put(body)).status).toBe(204);
    const cleared = Object.fromEntries(optional.map((name) => [name, name === 'tags' ? [] : null]));
    expect(await shown()).toMatchObject(cleared);
  });

  it('clears tags with an empty list', async () => {
    await put({ ...required, tags: [] });
    expect((await shown())['tags']).toEqual([]);
  });

  it('accepts the verbose record that it returned, including links, and a zone of one part', async () => {
    await service.database.pool.query("update events set time_zone = 'UTC' where id = $1", [event]);
    const before = await shown();
    expect(before).toMatchObject({ tz_continent: '', tz_place: 'UTC' });
    expect((await put(before)).status).toBe(204);
    expect(await shown()).toEqual(before);
  });

  it.each(['PENDING', 'REJECTED'])('allows hosts and administrators to edit an event that is %s', async (status) => {
    const { pool } = service.database;
    await pool.query('update events set status = $2 where id = $1', [event, status]);
    for (const token of [host, admin]) expect((await put(required, token)).status).toBe(204);
    const { rows } = await pool.query('select status, name from events where id = $1', [event]);
    expect(rows).toEqual([{ status, name: required.name }]);
  });
});

describe('PUT /events/{id} rejects', () => {
  it('in this order: anonymous callers, unknown events, strangers, invalid bodies', async () => {
    const anonymous = await ask(service, path, { method: 'PUT', body: {} });
    expect(told(anonymous)).toEqual([401, ['You must be logged in to edit data']]);
    for (const missing of ['999999', '0', 'x', '99999999999999999999']) {
      const answer = await ask(service, `/v2.1/events/${missing}`, { method: 'PUT', body: {}, token: host });
      expect(told(answer)).toEqual([404, ['Event not found']]);
    }
    const before = await shown();
    expect(told(await put({}, stranger))).toEqual([403, ['You are not an host for this event']]);
    expect(told(await put({ ...required, name: '', href: 'x' }))).toEqual([
      400,
      ["'name' is a required field. 'href' must be a valid URL"],
    ]);
    expect(await shown()).toEqual(before);
  });

  it.each([{ status: 'PENDING' }, { status: 'REJECTED' }, { is_private: true }])(
    'a stranger with 404, if the event is %j',
    async (row) => {
      path = `/v2.1/events/${await createEvent(service.database.pool, row)}`;
      expect(told(await put(required, stranger))).toEqual([404, ['Event not found']]);
    },
  );

  it('a body that is not JSON, and one of another type', async () => {
    const token = host;
    const json = await ask(service, path, {
      method: 'PUT',
      token,
      body: '{',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(told(json)).toEqual([400, ['The request body is not valid JSON']]);
    const text = await ask(service, path, {
      method: 'PUT',
      token,
      body: 'name=x',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(text.status).toBe(415);
  });

  it.each(['1e400', '"1e400"', '-1e400'])('a latitude that no number holds: %s', async (latitude) => {
    const answer = await ask(service, path, {
      ...{ method: 'PUT', token: host, headers: { 'Content-Type': 'application/json' } },
      body: JSON.stringify({ ...required, latitude: 0 }).replace('"latitude":0', `"latitude":${latitude}`),
    });
    expect(told(answer)).toEqual([400, ['Expected parameter latitude is not a number']]);
  });

  it('a body in UTF-16, by its name or by its bytes; names of other charsets are ignored', async () => {
    const json = JSON.stringify({ ...required, name: 'Wide' });
    const send = async (type: string, body: Buffer) => {
      const headers = { 'Content-Type': type, Authorization: `Bearer ${host}` };
      const response = await fetch(service.base + path, { method: 'PUT', headers, body: new Uint8Array(body) });
      return [response.status, await response.text()];
    };
    const wide = Buffer.from(json, 'utf16le');
    const refused = [415, '["The request body must be written in UTF-8"]'];
    expect(await send('application/json; charset=utf-16le', wide)).toEqual(refused);
    expect(await send('application/json; charset=utf-16', Buffer.from(json))).toEqual(refused);
    expect(await send('application/json', wide)).toEqual(refused);
    expect((await shown()).name).not.toBe('Wide');
    expect(await send('application/json; charset=ISO-8859-1', Buffer.from(json))).toEqual([204, '']);
  });
});
