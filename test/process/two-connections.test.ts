import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import * as graph from '../graphql/ask.js';
import { ask, type Answer } from '../rest/ask.js';
import { times } from '../rest/at-once.js';
import { postUnder } from '../rest/keyed.js';
import { required } from '../rest/submission.js';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { eventually, startProcess, type ServiceProcess } from '../support/process.js';

/** Of three connections, one polls the change feed: two are left for requests. */
const CONNECTIONS = 2;
const SEARCH = `{
  events(title: "quiet", first: 3) { totalCount nodes { id } }
  talks(title: "quiet", first: 3) { totalCount nodes { id } }
  users(keyword: "ada", first: 3) { totalCount nodes { id } }
}`;

let database: TestDatabase;
let service: ServiceProcess;
let [admin, token, event, talk] = ['', '', '', ''];

beforeAll(async () => {
  database = await freshDatabase();
  const { pool } = database;
  admin = await make.createUser(pool, { is_admin: true });
  token = await make.createToken(pool, admin);
  event = await make.createEvent(pool);
  talk = await make.createTalk(pool, event);
  await make.createHost(pool, event, admin);
  service = await startProcess({
    ...{ DATABASE_URL: urlOf(database.address), DATABASE_CONNECTIONS: `${CONNECTIONS + 1}`, WORKERS: '1' },
    ...{
      DATA_DIR: await dataFolder(),
      LOG_LEVEL: 'error',
      LIMIT_REPORTS_USER: '1000/60',
      LIMIT_EVENT_COMMENTS_USER: '1000/60',
    },
  });
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

/** Searches and counts of one user, limited to two at a time: the others are queued. */
const searches = (count: number): Promise<number | string>[] =>
  times(count, () =>
    graph.ask(service, SEARCH, { token, isSentOnce: true }).then(({ status, errors }) => errors[0]?.message ?? status),
  );

const comments = (count: number, kind: string): Promise<Answer>[] =>
  times(count, (index) => {
    const body = { comment: `${kind} ${index}`, rating: 3 };
    return postUnder(service, body.comment, `/v2.1/talks/${talk}/comments`, token, body);
  });

/** Runs work while a lock is held for which this many connections wait. */
async function whileLocked(lock: string, begin: () => Promise<unknown>[]): Promise<unknown[]> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(lock);
    const begun = Promise.all(begin());
    await eventually(() => areWaiting(client));
    return await Promise.race([begun, client.query('commit').then(() => begun)]);
  } finally {
    client.release();
  }
}

async function areWaiting(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length === CONNECTIONS;
}

const statusesOf = (answers: unknown[]): Set<unknown> =>
  new Set(answers.map((answer) => (typeof answer === 'object' ? (answer as Answer).status : answer)));

it('queued searches continue after writes with a key have held all connections', async () => {
  const lock = `select from users where id = ${admin} for update`;
  const answers = await whileLocked(lock, () => [...comments(4, 'first'), ...searches(8)]);
  expect(statusesOf(answers)).toEqual(new Set([201, 200]));
});

it('writes with a key continue after searches have held all connections and filled their queue', async () => {
  const answers = await whileLocked('lock table talks in access exclusive mode', () => [
    ...searches(8),
    ...comments(4, 'second'),
  ]);
  expect(statusesOf(answers)).toEqual(new Set([201, 200]));
});

it('a write with a key needs no second connection', async () => {
  const { pool } = database;
  const other = await make.createUser(pool);
  const [one, two] = [
    await make.createEventComment(pool, event, { user_id: other }),
    await make.createTrack(pool, event),
  ];
  const said = await make.createTalkComment(pool, event, talk, { user_id: other });
  const pending = await make.createEvent(pool, { status: 'PENDING' });
  const { username } = (await pool.query<{ username: string }>('select username from users where id = $1', [other]))
    .rows[0] ?? { username: '' };
  await make.createSpeaker(pool, event, talk, { display_name: 'Ada' });
  const application = { name: 'A', description: 'B', callback_url: 'https://example.org' };
  const writes: readonly (readonly [path: string, body?: object])[] = [
    ['events', required],
    [`events/${pending}/approval`],
    [`events/${event}/hosts`, { host_name: username }],
    [`events/${event}/tracks`, { track_name: 'T', track_description: 'D' }],
    [`events/${event}/comments`, { comment: 'Good', rating: 3 }],
    [`talks/${talk}/tracks`, { track_uri: `${service.base}/v2.1/tracks/${two}` }],
    [`talks/${talk}/links`, { display_name: 'slides_link', url: 'https://example.org/slides' }],
    [`talks/${talk}/speakers`, { display_name: 'Ada', username }],
    [`event_comments/${one}/reported`],
    [`talk_comments/${said}/reported`],
    [`users/${other}/trusted`, { trusted: true }],
    ['applications', application],
  ];
  const answers = await Promise.all([
    ...searches(8),
    ...writes.flatMap(([path, body]) =>
      // Each exists twice, with different keys.
      ['a', 'b'].map(async (key) => {
        const { status, text } = await postUnder(service, `${path} ${key}`, `/v2.1/${path}`, token, body);
        // Some writes are rejected the second time, which the core decides.
        return status >= 500 ? `${path}: ${status} ${text}` : 'done';
      }),
    ),
  ]);
  expect(new Set(answers)).toEqual(new Set([200, 'done']));
  const { text } = await ask(service, '/v2.1/talks?title=quiet', { token });
  expect(text).toContain('meta');
});
