import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { hashToken } from '../../src/core/common/bearer-token.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { startInstance, type Instance } from '../support/instance.js';
import { unlimitedWrites } from '../support/unlimited-writes.js';

const environment = { LOG_LEVEL: 'error', SECRET_KEY: 'the key of both processes of this test', ...unlimitedWrites };

let database: TestDatabase;
let processes: readonly [Instance, Instance];
let [ada, token, guid] = ['', '', ''];
let path: string;

beforeAll(async () => {
  database = await freshDatabase();
  const start = () => startInstance(database, environment, {});
  processes = [await start(), await start()];
  const { pool } = database;
  ada = await make.createUser(pool, { full_name: 'Ada Lovelace' });
  token = await make.createToken(pool, ada);
  const other = await make.createUser(pool);
  const attended = await make.createEvent(pool, { name: 'Engine days', href: 'https://example.org/engines' });
  const event = await make.createEvent(pool);
  const talk = await make.createTalk(pool, event, { title: 'Note G', room: 'Attic' });
  const unseen = await make.createTalk(pool, event, { title: 'Cards' });
  await make.createAttendee(pool, attended, ada);
  await make.createAttendee(pool, event, other);
  await make.createStar(pool, event, talk, ada);
  await make.createStar(pool, event, unseen, other);
  const { rows } = await pool.query<{ guid: string }>('select guid from talks where id = $1', [talk]);
  guid = rows[0]!.guid;
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await database.drop();
});

async function graph<Data>(query: string, as = token): Promise<Data> {
  const response = await fetch(`${processes[0].base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${as}` },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as Data;
}

async function createCalendar(as = token): Promise<string> {
  type Created = { readonly data: { readonly createPersonalCalendar: { readonly url: string } } };
  const { data } = await graph<Created>('mutation { createPersonalCalendar { url viewer { id } } }', as);
  return new URL(data.createPersonalCalendar.url).pathname;
}

const request = (init?: RequestInit, at = path) =>
  Promise.all(processes.map(({ base }) => fetch(`${base}${at}`, init))) as Promise<[Response, Response]>;
const statuses = async (at = path) => (await request({}, at)).map(({ status }) => status);

beforeEach(async () => {
  path = await createCalendar();
});

describe('a personal calendar', () => {
  it('has the starred talks and the attended events of its owner, and nothing else', async () => {
    const [response] = await request();
    const calendar = new ICAL.Component(ICAL.parse(await response.text()) as unknown[]);
    const entries = calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
    expect(calendar.getFirstPropertyValue('name')).toBe('Talks and events of Ada Lovelace');
    expect(entries.map(({ summary, location }) => [summary, location])).toEqual([
      ['Note G', 'Attic, Amsterdam'],
      ['Engine days', 'Amsterdam'],
    ]);
    expect(entries[0]!.uid).toBe(guid);
    expect([String(entries[1]!.startDate), String(entries[1]!.endDate)]).toEqual(['2026-06-01', '2026-06-02']);
  });

  it('is stored by no shared cache and read by no script of another origin, but has a tag', async () => {
    const [response] = await request({ headers: { Origin: 'https://example.org' } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-type': 'text/calendar; charset=utf-8',
      'referrer-policy': 'no-referrer',
    });
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    const known = { headers: { 'If-None-Match': response.headers.get('etag') ?? '' } };
    expect((await request(known))[0].status).toBe(304);
    for (const { samples } of processes) {
      const counted = (await samples()).find(({ name }) => name === 'lectern_response_cache_total');
      expect(counted?.values.every(({ value }) => value === 0)).toBe(true);
    }
  });

  it('is stored as a hash', async () => {
    const { rows } = await database.pool.query('select * from personal_calendars');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(path.split('/').at(-1)!.slice(0, -4));
  });

  it('is unknown in every process once it is revoked', async () => {
    expect(await statuses()).toEqual([200, 200]);
    await graph('mutation { revokePersonalCalendar { viewer { id } } }');
    expect(await statuses()).toEqual([404, 404]);
    const [response] = await request();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('is unknown once another one is created, or the account is deactivated', async () => {
    const next = await createCalendar();
    expect([await statuses(), await statuses(next)]).toEqual([
      [404, 404],
      [200, 200],
    ]);
    await database.pool.query('update users set is_active = false where id = $1', [ada]);
    expect(await statuses(next)).toEqual([404, 404]);
    await database.pool.query('update users set is_active = true where id = $1', [ada]);
  });

  it('is revoked with the access tokens of the account, when the password is reset', async () => {
    const { pool } = database;
    const user = await make.createUser(pool);
    const own = await createCalendar(await make.createToken(pool, user));
    expect(await statuses(own)).toEqual([200, 200]);
    const columns =
      "user_id, purpose, token_hash, expires_at) values ($1, 'reset_password', $2, now() + interval '1 h'";
    await pool.query(`insert into account_tokens (${columns})`, [user, hashToken('a mailed token')]);
    await graph(
      'mutation { resetPassword(input: { token: "a mailed token", password: "a new one" }) { user { id } } }',
    );
    expect(await statuses(own)).toEqual([404, 404]);
  });

  it.each([
    ['an access token', () => `/feeds/mine/${token}.ics`],
    ['an unknown secret', () => `/feeds/mine/lec_${'x'.repeat(43)}.ics`],
    ['a name of Object.prototype', () => '/feeds/mine/constructor.ics'],
  ])('has no other secret: %s', async (_, of) => {
    expect(await statuses(of())).toEqual([404, 404]);
  });

  it('has a secret that is no access token', async () => {
    const secret = path.split('/').at(-1)!.slice(0, -4);
    expect(await graph('{ viewer { id } }', secret)).toMatchObject({ data: { viewer: null } });
  });
});
