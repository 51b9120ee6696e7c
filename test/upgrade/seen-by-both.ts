import { expect } from '@jest/globals';
import type pg from 'pg';
import { ask, bodyOf, recordOf, type Json } from '../rest/ask.js';
import { createToken, createUser, unique } from '../support/factories.js';
import type { ServiceProcess } from '../support/process.js';
import { createMember } from '../support/sign-in.js';
import { logIn, write } from './walk-released.js';

const PASSWORD = 'both versions';
const DATES = { start_date: '2026-12-05 09:30', end_date: '2027-12-06 16:00' };

/**
 * Writes at `one` and reads at `other`, immediately after each acknowledgement.
 *
 * @param submitter accepts the event
 */
export async function seenByBoth(
  pool: pg.Pool,
  one: ServiceProcess,
  other: ServiceProcess,
  submitter: ServiceProcess,
): Promise<void> {
  const username = `admin${unique()}`;
  await createMember(pool, username, PASSWORD, { is_admin: true });
  const admin = await logIn(one, username, PASSWORD);
  const user = await createToken(pool, await createUser(pool));
  const send = async (token: string, method: string, path: string, body?: Json, headers?: Record<string, string>) =>
    new URL(await write(one, token, method, path, body, headers), one.base).pathname;
  const see = async (name: string, path: string, token = user): Promise<Json> =>
    recordOf(await ask(other, `${path}?verbose=yes`, { token }), name);

  const submitted = await write(submitter, admin, 'POST', '/v2.1/events', {
    ...{ name: 'Two versions', description: 'x', location: 'online', tz_continent: 'Europe', tz_place: 'Madrid' },
    ...DATES,
  });
  const event = new URL(submitted).pathname;
  expect(await see('events', event, admin)).toMatchObject({ name: 'Two versions', talks_count: 0 });
  if ((await see('events', event, admin))['pending'] === 1) await send(admin, 'POST', `${event}/approval`);
  const talk = await send(admin, 'POST', `${event}/talks`, {
    ...{ talk_title: 'Both', talk_description: 'x', start_date: DATES.start_date, speakers: ['Ada'] },
  });
  expect(await see('events', event)).toMatchObject({ talks_count: 1 });

  await send(user, 'POST', `${event}/attending`);
  await send(user, 'POST', `${talk}/starred`);
  expect(await see('events', event)).toMatchObject({ attending: true, attendee_count: 2 });
  expect(await see('talks', talk)).toMatchObject({ starred: true, starred_count: 1, comment_count: 0 });

  // A retry at the other version returns the stored response.
  const key = { 'Idempotency-Key': '"a comment"' };
  const body = { comment: 'From one', rating: 4 };
  const comment = await send(user, 'POST', `${talk}/comments`, body, key);
  const again = await write(other, user, 'POST', `${talk}/comments`, body, key);
  expect(new URL(again).pathname).toBe(comment);
  expect(await see('comments', comment)).toMatchObject({ comment: 'From one', rating: 4 });
  expect(await see('talks', talk)).toMatchObject({ comment_count: 1, average_rating: 4, user_rating: 4 });
  await send(user, 'PUT', comment, { comment: 'From one, edited' });
  expect(await see('comments', comment)).toMatchObject({ comment: 'From one, edited' });
  // Anonymous responses are cached.
  expect(recordOf(await ask(other, comment), 'comments')).toMatchObject({ comment: 'From one, edited' });
  await send(admin, 'POST', `${comment}/reported`);
  expect((await ask(other, comment)).status).toBe(404);

  await send(admin, 'DELETE', talk);
  expect((await ask(other, talk)).status).toBe(404);
  const tokens = bodyOf(await ask(one, '/v2.1/token?resultsperpage=0', { token: admin }))['tokens'] as Json[];
  const own = tokens.at(-1)?.['token_uri'];
  await send(admin, 'DELETE', String(own));
  expect((await ask(other, '/v2.1/token', { token: admin })).status).toBe(401);
}
