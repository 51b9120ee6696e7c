import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMailServer, type MailServer } from '../mail/mail-server.js';
import { ask } from '../rest/ask.js';
import { times } from '../rest/at-once.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { eventually, spawnLectern, statusOf, untilBanner } from '../support/process.js';
import { SECRET_KEY } from '../support/service.js';
import { createClient, type WireClient } from '../support/sign-in.js';
import { START_ENVIRONMENT, START_FLAGS } from '../support/start-flags.js';
import { attackVenue } from './venue-attack.js';
import { PASSWORD, VENUE, visit } from './visitor.js';

const PEOPLE = 300;
const TALKS = 20;
const ARRIVE_MS = 80;
/** Per process: without the attacker, there is room for everyone. */
const MAX_STREAMS = 260;
const SECONDS = 300;
/** Not through `spawnService`, which records all responses. */
const MAIN = fileURLToPath(new URL('../../bin/main.js', import.meta.url));

let database: TestDatabase;
let mails: MailServer;
let client: WireClient;
let base: string;
let talks: readonly string[];
beforeAll(async () => {
  database = await freshDatabase();
  atTheEnd(() => database.drop());
  const { pool } = database;
  client = await createClient(pool);
  const now = Date.now();
  const [starts_at, ends_at] = [new Date(now - 3_600_000), new Date(now + 3_600_000)];
  const event = await make.createEvent(pool, { starts_at, ends_at });
  talks = await Promise.all(times(TALKS, () => make.createTalk(pool, event, { starts_at })));
  mails = await startMailServer();
  // A process of its own, with the limits of production: its clients do not share its event loop.
  const started = await untilBanner(
    spawnLectern(process.execPath, [...START_FLAGS, MAIN], {
      ...{ ...START_ENVIRONMENT, PORT: '0', ADMIN_PORT: '0', WORKERS: '2', LOG_LEVEL: 'warn', TRUST_PROXY: '1' },
      ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), SECRET_KEY, SMTP_URL: mails.url },
      MAX_STREAMS: String(MAX_STREAMS),
    }),
  );
  base = started.base;
  await eventually(async () => (await statusOf(`${started.adminBase}/ready`)) === 200);
});
afterAll(cleanUp);

/** The token of the welcome mail to an address. */
function mailedToken(email: string): string | undefined {
  const mail = mails.received.find(({ envelope }) => envelope.to.includes(email))?.mail;
  return mail?.text?.match(/verification\?token=(\S+)/)?.[1];
}

const people = times(PEOPLE, (place) => `person${place}`);
const talkOf = (place: number): string => talks[place % TALKS]!;

it('300 people behind one address register, log in, comment and keep streams open, beside an attacker: none is refused', async () => {
  const { pool } = database;
  const token = await make.createToken(pool, await make.createUser(pool));
  const attack = attackVenue({ base, client, talks, people, token });
  atTheEnd(attack.stop);
  await eventually(() => (attack.answers['429 TOO_MANY_STREAMS'] ?? 0) > 0);

  const begin = performance.now();
  const visits = await Promise.all(
    people.map(async (name, place) => {
      await sleep(place * ARRIVE_MS);
      return visit({ base, client, mailedToken }, name, talkOf(place));
    }),
  );
  const statuses = visits.map((one) => one.statuses.join(' '));
  expect(statuses).toEqual(Array(PEOPLE).fill('201 204 200 200 201'));

  // Everyone still follows, and receives what was written after they came.
  const host = await make.createToken(pool, await make.createUser(pool));
  const last = talks.map((talk) =>
    ask({ base }, `/v2.1/talks/${talk}/comments`, {
      method: 'POST',
      token: host,
      body: { comment: 'Last', rating: 5 },
    }),
  );
  expect((await Promise.all(last)).map(({ status }) => status)).toEqual(Array(TALKS).fill(201));
  await eventually(() => visits.every(({ stream, comment }) => stream.texts.has(comment) && stream.texts.has('Last')));
  expect((performance.now() - begin) / 1_000).toBeLessThan(SECONDS);
  expect(visits.map(({ stream }) => [stream.connections(), stream.failure()])).toEqual(
    Array(PEOPLE).fill([1, undefined]),
  );
  expect(attack.answers['stream 200']).toBeGreaterThan(0);
  expect(attack.answers['429 TOO_MANY_STREAMS']).toBeGreaterThan(PEOPLE);
  for (const { stream } of visits) stream.stop();
  await attack.stop();
});

it('300 correct logins at once leave all counters at 0', async () => {
  await database.pool.query('delete from rate_limits');
  const login = (username: string) =>
    ask({ base }, '/v2.1/token', {
      ...{ method: 'POST', headers: { 'X-Forwarded-For': VENUE } },
      body: { grant_type: 'password', username, password: PASSWORD, ...client },
    });
  const all = await Promise.all(people.map(login));

  expect(all.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  // The queue of passwords says 2 seconds, and that of connections 1.
  const soon = ['1', '2'];
  expect(all.filter(({ status, headers }) => status === 503 && !soon.includes(headers.get('retry-after')!))).toEqual(
    [],
  );
  expect((await database.pool.query('select key, points from rate_limits where points > 0')).rows).toEqual([]);
  expect((await login('person2')).status).toBe(200);
});
