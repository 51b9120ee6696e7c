import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { cleanUp } from '../support/clean-up.js';
import { dataFolder, poolOn, postmasterOf } from '../support/data-folder.js';
import { cleanDoctor } from '../support/doctor-output.js';
import { runCommand, startProcess, statusOf, stopProcess, type ServiceProcess } from '../support/process.js';

let DATA_DIR: string;
let service: ServiceProcess;
let pool: pg.Pool;

beforeAll(async () => {
  DATA_DIR = await dataFolder();
  service = await startProcess({ DATA_DIR, LOG_LEVEL: 'trace' });
  pool = await poolOn(DATA_DIR);
});

afterAll(cleanUp);

const lectern = (...words: string[]) => runCommand(words, { DATA_DIR });

async function viewerOf(token: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{"query":"{ viewer { username } }"}',
  });
  return { status: response.status, body: ((await response.json()) as { data: unknown }).data };
}

/** The user of a v2.1 read. */
async function userUri(token: string): Promise<string | undefined> {
  const response = await fetch(`${service.base}/v2.1/languages`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await response.json()) as { meta: { user_uri?: string } }).meta.user_uri;
}

describe('token create, with a running service', () => {
  it('prints only a token, which authenticates the user in REST and GraphQL', async () => {
    const { code, output, errors } = await lectern('token', 'create', '--user', 'HOST');
    expect({ code, output, errors }).toEqual({ code: 0, output: expect.stringMatching(/^\S{20,}\n$/), errors: '' });
    const token = output.trim();
    expect(await viewerOf(token)).toEqual({ status: 200, body: { viewer: { username: 'host' } } });

    expect(await userUri(token)).toMatch(/\/v2\.1\/users\/\d+$/);
    expect(await userUri('no-such-token')).toBeUndefined();
  });

  it('neither stores nor logs the token in plain text', async () => {
    const token = (await lectern('token', 'create', '--user', 'speaker')).output.trim();
    expect((await viewerOf(token)).status).toEqual(200);
    const { rows } = await pool.query<{ row: string }>('select access_tokens::text as row from access_tokens');
    expect(rows.length).toBeGreaterThan(0);
    const inHex = Buffer.from(token).toString('hex');
    expect(rows.filter(({ row }) => row.includes(token) || row.includes(inHex))).toEqual([]);
    expect(service.output()).not.toContain(token);
    const log = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(log.length).toBeGreaterThan(0);
    expect(log.filter((line) => line.includes('lectern-demo') || line.includes('demo-secret'))).toEqual([]);
  });

  it('reports an unknown user in one sentence', async () => {
    expect(await lectern('token', 'create', '--user', 'nobody-at-all')).toEqual({
      code: 1,
      output: '',
      errors: 'No active user "nobody-at-all": look up the username and try again.\n',
    });
  });
});

describe('doctor', () => {
  const statement = 'update events set attendee_count = attendee_count + $1 where id = (select min(id) from events)';

  afterEach(() =>
    pool.query(
      'update events set attendee_count = (select count(*) from event_attendees a where a.event_id = events.id)',
    ),
  );

  it('reports no problem for the demo conferences', async () => {
    expect(await lectern('doctor')).toMatchObject({ code: 0, output: cleanDoctor() });
  });

  it('reports the wrong counter, changes nothing, and exits with 1', async () => {
    await pool.query(statement, [2]);
    const { rows } = await pool.query<{ id: string; attendee_count: number }>(
      'select id, attendee_count from events order by id limit 1',
    );
    const { id, attendee_count: stored } = rows[0] ?? { id: '', attendee_count: 0 };
    const drift = `events ${id}: attendee_count is ${stored}, a recount gives ${stored - 2}\n1 counters differ.\n`;
    const output = cleanDoctor().replace(/^.*\n/, drift);
    expect(await lectern('doctor')).toMatchObject({ code: 1, output });
    expect(await lectern('doctor')).toMatchObject({ code: 1, output });
  });
});

describe('demo-data', () => {
  const sizes = (events: string, talks: string, comments: string, users: string) =>
    lectern('demo-data', '--events', events, '--talks', talks, '--comments', comments, '--users', users);

  it('adds the requested number, with correct counters', async () => {
    const count = () =>
      pool.query(
        'select (select count(*) from events)::int as events, (select count(*) from talks)::int as talks, (select count(*) from users)::int as users, (select count(*) from talk_comments)::int as comments',
      );
    const before = (await count()).rows[0] as Record<string, number>;
    expect(await sizes('3', '20', '50', '10')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Done in \d+ s\.\n$/),
    });
    const after = (await count()).rows[0] as Record<string, number>;
    const added = Object.entries(after).map(([name, number]) => [name, number - (before[name] ?? 0)]);
    expect(Object.fromEntries(added)).toEqual({ events: 3, talks: 20, users: 10, comments: 50 });
    expect((await lectern('doctor')).code).toEqual(0);
  });

  it('reports an invalid number', async () => {
    expect(await sizes('0', '5', '0', '5')).toEqual({
      code: 1,
      output: '',
      errors: 'At least one event is required: talks belong to events.\n',
    });
    expect(await sizes('-1', '5', '0', '5')).toEqual({
      code: 2,
      output: '',
      errors: "error: option '--events <n>' argument '-1' is invalid. Must be a whole number.\n",
    });
  });
});

describe('a command without a running service', () => {
  it('starts PostgreSQL, and stops it at its end', async () => {
    expect(await statusOf(`${service.base}/v2.1/events`)).toEqual(200);
    expect((await stopProcess(service)).code).toEqual(0);
    const { code, output } = await lectern('token', 'create', '--user', 'admin');
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^\S{20,}\n$/) });
    expect(await postmasterOf(DATA_DIR)).toBeUndefined();
    expect((await lectern('token', 'create', '--user', 'nobody-at-all')).code).toEqual(1);
    expect(await postmasterOf(DATA_DIR)).toBeUndefined();
    expect((await lectern('doctor')).code).toEqual(0);
    expect(await postmasterOf(DATA_DIR)).toBeUndefined();
    service = await startProcess({ DATA_DIR });
    expect(await viewerOf(output.trim())).toEqual({ status: 200, body: { viewer: { username: 'admin' } } });
  });

  it('reports an unusable data folder in one sentence', async () => {
    expect(await runCommand(['doctor'], { DATA_DIR: '/dev/null' })).toEqual({
      code: 1,
      output: '',
      errors:
        'The data folder /dev/null cannot be used (ENOTDIR): make it a folder that this account can write, or set ' +
        'DATA_DIR to another one.\n',
    });
  });
});
