import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Answer } from '../rest/ask.js';
import { tally, times } from '../rest/at-once.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, type WireClient } from '../support/sign-in.js';

const PEOPLE = 300;
const PASSWORD = 'difference engine';
/** The address of the venue, which everyone there shares. */
const VENUE = '192.0.2.7';

let service: TestService;
let client: WireClient;
let talk: string;
beforeAll(async () => {
  service = await startService({ TRUST_PROXY: '1' });
  const { pool } = service.database;
  client = await createClient(pool);
  const now = Date.now();
  const [starts_at, ends_at] = [new Date(now - 3_600_000), new Date(now + 3_600_000)];
  talk = await make.createTalk(pool, await make.createEvent(pool, { starts_at, ends_at }), { starts_at });
});
afterAll(() => service.stop());

const post = (path: string, body: object, token?: string) =>
  ask(service, `/v2.1${path}`, { method: 'POST', token, body, headers: { 'X-Forwarded-For': VENUE } });

/** Waits as long as the service asks for, as clients do. */
async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  if (answer.status !== 503) return answer;
  await sleep(1_000 * Number(answer.headers.get('retry-after')));
  return patiently(send);
}

const login = (username: string, password: string) =>
  post('/token', { grant_type: 'password', username, password, ...client });
const account = (username: string) => ({
  ...{ username, full_name: username, email: `${username}@example.org`, password: PASSWORD },
});

/** Tokens of the verification mails, by username. */
async function mailedTokens(): Promise<ReadonlyMap<string, string>> {
  const mails = (await service.takeMail()).filter(({ kind }) => kind === 'welcome');
  return new Map(
    mails.map(({ data }) => {
      const { username, verificationUrl } = data as { username: string; verificationUrl: string };
      return [username, new URL(verificationUrl).searchParams.get('token') ?? ''];
    }),
  );
}

const people = times(PEOPLE, (place) => `person${place}`);

it('300 people behind one address register, log in and comment at once, beside an attacker: none is refused', async () => {
  const flood = Promise.all([
    ...times(100, (place) => post('/users', account(`flood${place}`))),
    ...times(200, () => post('/users', { ...account('person1'), password: '' })),
  ]);
  const registered = await Promise.all(people.map((name) => patiently(() => post('/users', account(name)))));
  expect(tally(registered)).toEqual({ '201 ': PEOPLE });
  await flood;

  const tokens = await mailedTokens();
  const verified = people.map((name) => post('/users/verifications', { token: tokens.get(name) }));
  expect(tally(await Promise.all(verified))).toEqual({ '204 ': PEOPLE });

  const guesses = Promise.all([
    ...people.map((name) => login(name, 'wrong')),
    ...times(100, (place) => login(`unknown${place}`, 'wrong')),
  ]);
  const loggedIn = await Promise.all(people.map((name) => patiently(() => login(name, PASSWORD))));
  expect(loggedIn.map(({ status }) => status)).toEqual(Array(PEOPLE).fill(200));
  await guesses;

  const comments = loggedIn.map(({ text }, place) =>
    post(
      `/talks/${talk}/comments`,
      { comment: `Number ${place}`, rating: 4 },
      (JSON.parse(text) as { access_token: string }).access_token,
    ),
  );
  expect(tally(await Promise.all(comments))).toEqual({ '201 ': PEOPLE });
});

it('300 correct logins at once leave all counters at 0', async () => {
  const { pool } = service.database;
  await pool.query('delete from rate_limits');
  const all = await Promise.all(people.map((name) => login(name, PASSWORD)));

  expect(all.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(all.filter(({ status, headers }) => status === 503 && headers.get('retry-after') !== '2')).toEqual([]);
  expect((await pool.query('select key, points from rate_limits where points > 0')).rows).toEqual([]);
  expect((await login('person2', PASSWORD)).status).toBe(200);
});
