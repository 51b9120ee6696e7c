import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRun } from '../../src/core/transaction/run.js';
import { sweepKeys } from '../../src/http/idempotency/stored-keys.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import type { Answer } from './ask.js';
import { expectTrueCounters } from './at-once.js';
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
const age = (hours: string) =>
  service.database.pool.query('update idempotency_keys set created_at = now() - $1::interval where user_id = $2', [
    hours,
    user,
  ]);

/** The parts of a response that a retry must repeat. */
const told = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: Object.fromEntries(
    ['location', 'content-location', 'content-type', 'content-length', 'vary', 'access-control-allow-origin'].map(
      (name) => [name, headers.get(name)],
    ),
  ),
});

describe('a retried POST with an Idempotency-Key', () => {
  it.each([
    ['a comment on a talk', comments, words, 'talk_comments'],
    ['a comment on an event', () => `/v2.1/events/${event}/comments`, words, 'event_comments'],
    ['a star', () => `/v2.1/talks/${talk}/starred`, undefined, 'talk_stars'],
    ['attendance', () => `/v2.1/events/${event}/attending`, undefined, 'event_attendees'],
  ])('gets the stored response, and is executed once: %s', async (_, path, body, table) => {
    const first = await post(path(), 'one', body);
    const mails = (await service.takeMail()).length;
    const again = await post(path(), 'one', body);
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(told(again)).toEqual(told(first));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('access-control-expose-headers')).toContain('Idempotency-Replayed');
    expect([await count(table), (await service.takeMail()).length]).toEqual([1, 0]);
    expect(mails).toBeLessThanOrEqual(1);
    await expectTrueCounters(service);
  });

  it('has the stored body, and the headers that do not depend on time', async () => {
    const { pool } = service.database;
    await make.createHost(pool, event, user);
    const { rows } = await pool.query<{ day: string }>(
      'select to_char(starts_at at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS"Z"\') as day from events where id = $1',
      [event],
    );
    const body = { talk_title: 'Ö', talk_description: 'D', start_date: rows[0]?.day, duration: 30 };
    const first = await post(`/v2.1/events/${event}/talks`, 'talk', body);
    const again = await post(`/v2.1/events/${event}/talks`, 'talk', body);
    expect([first.status, first.text.includes('Ö')]).toEqual([201, true]);
    expect(told(again)).toEqual(told(first));
    expect(await count('talks')).toBe(2);

    const application = { name: 'A', description: 'B', callback_url: 'https://example.org' };
    const registered = await post('/v2.1/applications', 'application', application);
    const known = await post('/v2.1/applications', 'application', application);
    expect(told(known)).toEqual(told(registered));
    expect(registered.headers.get('ratelimit')).not.toBeNull();
    expect(known.headers.get('ratelimit')).toBeNull();
  });

  it.each([
    ['body', comments, { ...words, rating: 5 }],
    ['query', () => `${comments()}?verbose=yes`, words],
    ['path', () => `/v2.1/events/${event}/comments`, words],
  ])('is rejected with 422 for another %s, and not executed', async (_, path, body) => {
    await post(comments(), 'one');
    const other = await post(path(), 'one', body);
    const sentence = 'This Idempotency-Key was used for another request; use a new key for each request';
    expect([other.status, JSON.parse(other.text)]).toEqual([422, [sentence]]);
    expect([await count('talk_comments'), await count('event_comments')]).toEqual([1, 0]);
  });

  it('is executed for another user, who has other keys', async () => {
    const { pool } = service.database;
    const other = await make.createToken(pool, await make.createUser(pool));
    const answers = [await post(comments(), 'one'), await post(comments(), 'one', words, other)];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [201, null],
      [201, null],
    ]);
    expect(await count('talk_comments')).toBe(2);
  });

  it('is recognized with another token of the same user', async () => {
    await post(comments(), 'one');
    const again = await post(comments(), 'one', words, await make.createToken(service.database.pool, user));
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  });

  it('is executed if it failed before: an error had no effect', async () => {
    const path = `/v2.1/talks/${talk}/comments`;
    const closed = await post(path, 'one', { comment: '', rating: 4 });
    expect([closed.status, await keys()]).toEqual([400, []]);
    const done = await post(path, 'one');
    expect([done.status, done.headers.get('idempotency-replayed'), await count('talk_comments')]).toEqual([
      201,
      null,
      1,
    ]);
  });

  it('stores no key if the write itself was rejected', async () => {
    await post(comments(), 'one');
    const refused = await post(comments(), 'two');
    expect([refused.status, refused.text]).toEqual([400, '["Duplicate comment"]']);
    expect(await keys()).toEqual(['one']);
  });

  it.each([
    ['is executed again a day later', '24 hours', 400, null],
    ['is stored for a day', '23 hours 59 minutes', 201, 'true'],
  ])('%s', async (_, hours, status, replayed) => {
    await post(comments(), 'one');
    await age(hours);
    const again = await post(comments(), 'one');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([status, replayed]);
  });

  it('is executed again a day later for another request, which is stored from then on', async () => {
    await post(comments(), 'one');
    await age('25 hours');
    const other = { comment: 'Better', rating: 5 };
    const answers = [await post(comments(), 'one', other), await post(comments(), 'one', other)];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [201, null],
      [201, 'true'],
    ]);
    expect(await count('talk_comments')).toBe(2);
  });

  it('is deleted by the sweep after a day, not before', async () => {
    const run = createRun(service.database.pool, { prepared: true });
    await post(comments(), 'one');
    await sweepKeys(run);
    expect(await keys()).toHaveLength(1);
    await age('24 hours');
    await sweepKeys(run);
    expect(await keys()).toEqual([]);
  });

  it('is deleted with its user', async () => {
    await post(comments(), 'one');
    await service.database.pool.query('delete from users where id = $1', [user]);
    expect(await keys()).toEqual([]);
  });
});
