import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { cleanUp } from '../support/clean-up.js';
import { dataFolder } from '../support/data-folder.js';
import { runCommand, startProcess, stopProcess, type ServiceProcess } from '../support/process.js';

let DATA_DIR: string;
let service: ServiceProcess;
beforeAll(async () => {
  DATA_DIR = await dataFolder();
  service = await startProcess({ DATA_DIR, LOG_LEVEL: 'trace' });
});
afterAll(cleanUp);

const lectern = (...words: string[]) => runCommand(words, { DATA_DIR });
const demo = { client_id: 'demo', client_secret: 'demo-secret' };

type Json = Record<string, unknown>;

async function post(path: string, body: object): Promise<{ status: number; body: Json }> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(service.base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Json };
}

const login = (username: string, password: string, client: object = demo) =>
  post('/v2.1/token', { grant_type: 'password', username, password, ...client });

async function read(path: string, token: unknown): Promise<{ status: number; body: Json }> {
  const response = await fetch(service.base + path, { headers: { Authorization: `Bearer ${String(token)}` } });
  return { status: response.status, body: (await response.json()) as Json };
}

describe('the demo accounts', () => {
  it.each(['admin', 'host', 'speaker', 'attendee'])('%s logs in, and is authenticated', async (username) => {
    const { status, body } = await login(username, 'lectern-demo');
    expect([status, Object.keys(body)]).toEqual([200, ['access_token', 'user_uri']]);
    const me = await read(`${new URL(String(body['user_uri'])).pathname}?verbose=yes`, body['access_token']);
    expect(me.body['users']).toMatchObject([{ username, can_edit: true }]);
  });

  it('manage their tokens, whose last use is stored when the service stops', async () => {
    const token = (await login('host', 'lectern-demo')).body['access_token'];
    const tokens = async () => (await read('/v2.1/token', token)).body['tokens'] as Json[];
    expect((await tokens()).at(-1)).toMatchObject({
      application: 'Lectern demo',
      application_owner: expect.any(String),
      last_used_date: null,
    });
    expect((await stopProcess(service)).code).toBe(0);
    expect(service.output()).not.toContain(String(token));
    expect(
      service
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{') && line.includes('demo-secret')),
    ).toEqual([]);
    service = await startProcess({ DATA_DIR });
    expect((await tokens()).at(-1)?.['last_used_date']).toMatch(/^20\d\d-/);
  });
});

describe('user create', () => {
  const names = (username: string) => [
    ...['--username', username],
    ...['--full-name', 'Ada Lovelace'],
    ...['--email', `${username}@example.org`],
  ];

  it('prints only a password, with which a site administrator logs in', async () => {
    const made = await lectern('user', 'create', '--admin', ...names('ada'));
    expect(made).toEqual({ code: 0, output: expect.stringMatching(/^[\w-]{16}\n$/), errors: '' });
    const { status, body } = await login('ada', made.output.trim());
    expect(status).toBe(200);
    expect((await read('/v2.1/events?filter=pending', body['access_token'])).status).toBe(200);
  });

  it('reads a password from standard input, and prints none; by default users are not administrators', async () => {
    const cli = fileURLToPath(new URL('../../bin/lectern.js', import.meta.url));
    const child = spawn(process.execPath, [cli, 'user', 'create', '--trusted', '--password-stdin', ...names('grace')], {
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.end('a nanosecond of wire \n');
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect([code, output, errors]).toEqual([0, '', '']);
    const { body } = await login('grace', 'a nanosecond of wire ');
    const me = await read(`${new URL(String(body['user_uri'])).pathname}?verbose=yes`, body['access_token']);
    expect(me.body['users']).toMatchObject([{ username: 'grace', trusted: 1 }]);
    expect((await read('/v2.1/events?filter=pending', body['access_token'])).status).toBe(403);
  });

  it.each([
    [['--username', 'HOST'], 'Another account uses that username, or one that looks like it.'],
    [['--username', ' ', '--email', 'x'], '--username must not be empty. --email must be an e-mail address.'],
    [['--full-name', 'x'.repeat(201)], '--full-name must not exceed 200 characters.'],
  ])('reports the error: %j', async (words, sentence) => {
    const made = await lectern('user', 'create', ...names('new'), ...words);
    expect(made).toEqual({ code: 1, output: '', errors: `${sentence}\n` });
  });
});

describe('application create', () => {
  const create = (...words: string[]) => lectern('application', 'create', '--user', 'HOST', '--name', 'Shop', ...words);
  const clientOf = (output: string) => {
    const [, client_id = '', client_secret = ''] = /^key ([0-9a-f]{48})\nsecret ([\w-]{43})\n$/.exec(output) ?? [];
    return { client_id, client_secret };
  };

  it('prints a key and a secret for logins; only first-party applications manage tokens', async () => {
    for (const [words, status] of [
      [[], 403],
      [['--first-party', '--idle-days', '30', '--callback-url', 'https://shop.example/'], 200],
    ] as const) {
      const made = await create(...words);
      expect([made.code, made.errors]).toEqual([0, '']);
      const { body } = await login('attendee', 'lectern-demo', clientOf(made.output));
      expect((await read('/v2.1/token', body['access_token'])).status).toBe(status);
    }
  });

  it('creates one whose tokens are not in the list of users', async () => {
    const client = clientOf((await create('--first-party', '--no-revocable')).output);
    const { body } = await login('speaker', 'lectern-demo', client);
    const tokens = (await read('/v2.1/token', body['access_token'])).body['tokens'] as Json[];
    expect(tokens.map(({ application }) => application)).not.toContain('Shop');
  });

  it.each([
    [['--user', 'nobody'], 'No active user "nobody": look up the username and try again.'],
    [['--name', ''], '--name must not be empty.'],
    [
      ['--callback-url', 'javascript:x'],
      '--callback-url must be an absolute URL, such as https://example.org/callback.',
    ],
  ])('reports the error: %j', async (words, sentence) => {
    expect(await create(...words)).toEqual({ code: 1, output: '', errors: `${sentence}\n` });
  });

  it('parses a number of days', async () => {
    expect(await create('--idle-days', '0')).toEqual({
      code: 2,
      output: '',
      errors:
        "error: option '--idle-days <n>' argument '0' is invalid. Must be a whole number of days from 1 to 99999.\n",
    });
  });
});
