import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStream } from '../../faults/event-streams.js';
import type { Answer } from '../rest/ask.js';
import { tally, times } from '../rest/at-once.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import * as make from '../support/factories.js';
import { eventually } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, type WireClient } from '../support/sign-in.js';

const PEOPLE = 300;
/** Wrong passwords of the attacker, of accounts that exist and of others. */
const GUESSED = 60;
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
afterEach(cleanUp);
afterAll(() => service.stop());

const fromVenue = { 'X-Forwarded-For': VENUE };
/** Each person has a connection of their own, which `fetch` would share and keep open. */
async function post(path: string, body: object, token?: string): Promise<Answer> {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const headers = { ...fromVenue, ...authorization, 'Content-Type': 'application/json' };
  const sent = request(`${service.base}/v2.1${path}`, { method: 'POST', agent: false, headers });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const lines = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return { status: response.statusCode ?? 0, headers: new Headers(lines), text: await textOf(response) };
}

/** The streams of these logins, and the statuses of all their responses. */
function follow(tokens: readonly string[]) {
  const statuses: number[] = [];
  const streams = tokens.map((token) =>
    openStream(service.base, talk, (status) => statuses.push(status), {
      ...{ ...fromVenue, Authorization: `Bearer ${token}` },
    }),
  );
  atTheEnd(() => streams.forEach(({ stop }) => stop()));
  return { streams, statuses };
}

/** More logins than one person needs, and all the streams that they may open. */
const flood = { logins: 51, streamsPerLogin: 20 };
async function attackersTokens(): Promise<readonly string[]> {
  const attacker = await make.createUser(service.database.pool);
  const tokens = await Promise.all(times(flood.logins, () => make.createToken(service.database.pool, attacker)));
  return tokens.flatMap((token) => times(flood.streamsPerLogin, () => token));
}

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

it('300 people behind one address register, log in, follow a talk and comment at once, beside an attacker: none is refused', async () => {
  const registrations = Promise.all([
    // Fewer connections at once than the operating system queues.
    ...times(60, (place) => post('/users', account(`flood${place}`))),
    ...times(120, () => post('/users', { ...account('person1'), password: '' })),
  ]);
  const registered = await Promise.all(people.map((name) => patiently(() => post('/users', account(name)))));
  expect(tally(registered)).toEqual({ '201 ': PEOPLE });
  await registrations;

  const tokens = await mailedTokens();
  const verified = people.map((name) => post('/users/verifications', { token: tokens.get(name) }));
  expect(tally(await Promise.all(verified))).toEqual({ '204 ': PEOPLE });

  const guesses = Promise.all([
    ...people.slice(0, GUESSED).map((name) => login(name, 'wrong')),
    ...times(GUESSED, (place) => login(`unknown${place}`, 'wrong')),
  ]);
  const loggedIn = await Promise.all(people.map((name) => patiently(() => login(name, PASSWORD))));
  expect(loggedIn.map(({ status }) => status)).toEqual(Array(PEOPLE).fill(200));
  await guesses;

  const logins = loggedIn.map(({ text }) => (JSON.parse(text) as { access_token: string }).access_token);
  const attack = follow(await attackersTokens());
  await eventually(() => attack.statuses.length >= flood.logins * flood.streamsPerLogin);
  const { streams, statuses } = follow(logins);
  await eventually(() => statuses.length >= PEOPLE);
  expect(statuses).toEqual(Array(PEOPLE).fill(200));
  await eventually(() => streams.every(({ last }) => last() !== undefined));
  expect(attack.statuses).toContain(429);

  const comments = logins.map((token, place) =>
    post(`/talks/${talk}/comments`, { comment: `Number ${place}`, rating: 4 }, token),
  );
  expect(tally(await Promise.all(comments))).toEqual({ '201 ': PEOPLE });
  await eventually(() => streams.every(({ last }) => last()?.commentCount === PEOPLE));
  expect(statuses).toEqual(Array(PEOPLE).fill(200));
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
