import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { eventually } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, type Json } from './ask.js';
import { expectTrueCounters, times } from './at-once.js';
import { complete } from './submission.js';

// Longer than the timeout of one minute for a wait, so that its message is shown.
let service: TestService;
let token: string;
/** Token of a user whose pending events cause mails to the administrators. */
let member: string;
/** IDs for the paths of the table below. */
let named: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService({ TALK_COMMENT_LIMIT: 'off' });
  const { pool } = service.database;
  const user = await make.createUser(pool, { username: 'ada', is_admin: true });
  token = await make.createToken(pool, user);
  member = await make.createToken(pool, await make.createUser(pool));
  const event = await make.createEvent(pool);
  await make.createHost(pool, event, user);
  const talk = await make.createTalk(pool, event);
  const speaker = await make.createUser(pool, { email: 'speaker@example.org' });
  await make.createSpeaker(pool, event, talk, { user_id: speaker });
  await make.createSpeaker(pool, event, talk, { display_name: 'Ada' });
  await make.createClaim(pool, event, talk, await make.createSpeaker(pool, event, talk), speaker);
  const pending = await make.createEvent(pool, { status: 'PENDING' });
  await make.createHost(pool, pending, user);
  const [comment, remark] = [
    await make.createTalkComment(pool, event, talk),
    await make.createEventComment(pool, event),
  ];
  const leaver = await make.createUser(pool);
  await make.createHost(pool, event, leaver);
  await make.createEventComment(pool, event, { user_id: leaver });
  named = { event, talk, pending, comment, remark, leaver };
});
afterAll(() => service.stop());

const pathOf = (path: string): string => `/v2.1${path.replace(/\{(\w+)\}/, (_, name: string) => named[name] ?? '')}`;

/** Every row of every table except those of rate limits. */
async function stored(): Promise<string> {
  const { pool } = service.database;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where (schemaname = 'public' and tablename <> 'rate_limits') or (schemaname, tablename) = ('pgboss', 'job')`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const all = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    texts.push(...all.rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

const WAITING = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Blocks writes to a table until the work is done. */
async function holding(table: string, work: () => Promise<void>): Promise<void> {
  const client = await service.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${table} in share mode`);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const areWaiting = (count: number) =>
  eventually(async () => ((await service.database.pool.query(`select ${WAITING}`)).rowCount ?? 0) >= count);

/** Waits until no transaction is open, and the service can write. */
async function expectRecovered(): Promise<void> {
  const { pool } = service.database;
  const open = `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
  await eventually(async () => (await pool.query(open)).rowCount === 0);
  const path = pathOf('/talks/{talk}/starred');
  const answers = await Promise.all(times(30, () => ask(service, path, { method: 'POST', token })));
  expect(answers.map(({ status }) => status)).toEqual(times(30, () => 201));
  await expectTrueCounters(service);
}

/** Writes of several parts, and a table that is written after others. */
const writes: readonly (readonly [method: string, path: string, table: string, body?: Json])[] = [
  ['POST', '/events', 'event_hosts', complete],
  ['PUT', '/events/{event}', 'events', complete],
  ['POST', '/events/{pending}/approval', 'pgboss.job'],
  ['POST', '/events/{event}/talks', 'talk_speakers', { ...talkFields(), speakers: ['Ada'] }],
  ['PUT', '/talks/{talk}', 'talk_speakers', { ...talkFields(), speakers: ['Grace'] }],
  ['DELETE', '/talks/{talk}', 'events'],
  ['POST', '/talks/{talk}/comments', 'pgboss.job', { comment: 'Half?', rating: 3 }],
  ['POST', '/events/{event}/comments', 'events', { comment: 'Half?', rating: 3 }],
  ['POST', '/talk_comments/{comment}/reported', 'pgboss.job'],
  ['POST', '/event_comments/{remark}/reported', 'comment_reports'],
  ['POST', '/talks/{talk}/speakers', 'pgboss.job', { display_name: 'Ada', username: 'ada' }],
  ['DELETE', '/users/{leaver}', 'event_hosts'],
  ['POST', '/users', 'account_tokens', account('grace')],
  ['POST', '/users', 'pgboss.job', account('hedy')],
];

/** Four elements each, so that Jest does not pass a callback. */
const rows = writes.map(([method, path, table, body]) => [method, path, table, body] as const);

function talkFields(): Json {
  return { talk_title: 'Whole', talk_description: 'Or not at all', start_date: '2026-06-01 14:00' };
}

function account(username: string): Json {
  return { username, full_name: 'Somebody', email: `${username}@example.org`, password: 'not by halves' };
}

describe('a database connection that breaks during a write', () => {
  it.each(rows)('%s %s, at %s: rolls back everything, and returns an error', async (method, path, table, body) => {
    const before = await stored();
    await holding(table, async () => {
      const answer = ask(service, pathOf(path), { method, token, ...(body && { body }) });
      await areWaiting(1);
      await service.database.pool.query(`select pg_terminate_backend(pid) ${WAITING}`);
      const { status, headers, text } = await answer;
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
      expect(bodyOf({ text })).toEqual([expect.stringMatching(/try again/)]);
    });
    expect(await stored()).toBe(before);
  });

  it('for all writes in flight: the next ones succeed', async () => {
    const before = await stored();
    await holding('event_comments', async () => {
      const path = pathOf('/events/{event}/comments');
      const answers = times(30, (index) =>
        ask(service, path, { method: 'POST', token, body: { comment: `No. ${index}`, rating: 1 } }),
      );
      let done = false;
      const all = Promise.all(answers).finally(() => (done = true));
      // As many wait at a time as there are connections.
      await eventually(async () => {
        await service.database.pool.query(`select pg_terminate_backend(pid) ${WAITING}`);
        return done;
      });
      expect((await all).map(({ status }) => status)).toEqual(times(30, () => 503));
    });
    expect(await stored()).toBe(before);
    await expectRecovered();
  });
});

describe('a client that disconnects', () => {
  /** Sends a request, possibly truncated. */
  async function send(path: string, body: Json, cut: number) {
    const { hostname, port } = new URL(service.base);
    const content = JSON.stringify(body);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${member}`;
    const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(content)}`;
    await new Promise((sent) =>
      socket.write(`${head}\r\n${type}\r\n\r\n${content.slice(0, content.length - cut)}`, sent),
    );
    return socket;
  }

  it('in the middle of a body has written nothing', async () => {
    await expectRecovered();
    const before = await stored();
    const sockets = await Promise.all(times(20, () => send('/v2.1/events', complete, 1)));
    for (const socket of sockets) socket.destroy();
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
    await expectRecovered();
    expect(await stored()).toBe(before);
  });

  it.each(['event_hosts', 'pgboss.job'])(
    'before the response has written all of it, including the part at %s',
    async (table) => {
      const { pool } = service.database;
      const name = `Left before ${table}`;
      await service.takeMail();
      await holding(table, async () => {
        const socket = await send('/v2.1/events', { ...complete, name }, 0);
        await areWaiting(1);
        socket.destroy();
        await once(socket, 'close');
      });
      const whole = `select h.user_id is not null as hosted, a.user_id is not null as attended from events e
      left join event_hosts h on h.event_id = e.id left join event_attendees a on a.event_id = e.id where e.name = $1`;
      await eventually(async () => (await pool.query(whole, [name])).rowCount === 1);
      expect((await pool.query(whole, [name])).rows).toEqual([{ hosted: true, attended: true }]);
      expect((await service.takeMail()).map(({ kind }) => kind)).toEqual(['event_submitted']);
      await expectRecovered();
    },
  );
});
