import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, startMailServer } from '../mail/mail-server.js';
import { cleanUp } from '../support/clean-up.js';
import { commandLine, type CommandLine } from './command.js';

let line: CommandLine;
beforeAll(async () => {
  line = await commandLine();
});
afterAll(cleanUp);

/** A mail that failed long ago: its retention is over. */
async function failedMail(minutesAgo: number, kind = 'welcome'): Promise<string> {
  const id = randomUUID();
  await line.database.pool.query(
    `insert into pgboss.job (id, name, data, state, retry_count, retry_limit, created_on, completed_on, keep_until, output)
     values ($1, 'mail', jsonb_build_object('kind', $2::text, 'sealed', 'x'), 'failed', 11, 11, now() - interval '5 days',
       now() - $3 * interval '1 minute', now() - interval '2 days', '{"message": "421 Try again later"}')`,
    [id, kind, minutesAgo],
  );
  return id;
}

async function stateOf(...ids: readonly string[]) {
  const { rows } = await line.database.pool.query(
    `select state::text, retry_count, keep_until > now() + interval '2 days' as kept, start_after <= now() as due
     from pgboss.job where id = any($1) order by array_position($1, id)`,
    [ids],
  );
  return rows;
}
const FAILED = expect.objectContaining({ state: 'failed', retry_count: 11 });
const QUEUED = { state: 'retry', retry_count: 0, kept: true, due: true };

describe('mail list and mail retry', () => {
  it('list failed mails, latest first, and queue those of the IDs again, all or none', async () => {
    expect(await line.lectern('mail', 'list')).toMatchObject({ code: 0, output: 'No failed mails.\n' });
    const [old, recent] = [await failedMail(20), await failedMail(10, 'password_reset')];
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const facts = { tries: 12, queuedAt: time, failedAt: time, error: '421 Try again later' };
    const { code, output } = await line.lectern('mail', 'list', '--json');
    expect([code, JSON.parse(output)]).toEqual([
      0,
      [
        { id: recent, kind: 'password_reset', ...facts },
        { id: old, kind: 'welcome', ...facts },
      ],
    ]);

    expect(await line.lectern('mail', 'retry', old, randomUUID())).toEqual({
      code: 1,
      output: '',
      errors: 'No such failed mail: see mail list. Nothing was changed.\n',
    });
    expect(await stateOf(old, recent)).toEqual([FAILED, FAILED]);
    expect(await line.lectern('mail', 'retry', old)).toMatchObject({ code: 0, output: '1 mail requeued.\n' });
    expect(await stateOf(old, recent)).toEqual([QUEUED, FAILED]);
    const another = await failedMail(5);
    expect(await line.lectern('mail', 'retry', '--all')).toMatchObject({ output: '2 mails requeued.\n' });
    expect(await stateOf(old, recent, another)).toEqual([QUEUED, QUEUED, QUEUED]);
    expect(await line.lectern('mail', 'retry', '--all')).toMatchObject({
      code: 0,
      output: '0 mails requeued.\n',
    });
  });

  it.each([[[]], [['--all', randomUUID()]], [['17']]])('exits with 2 on wrong usage: %j', async (words) => {
    expect((await line.lectern('mail', 'retry', ...words)).code).toBe(2);
  });
});

describe('mail test', () => {
  it('sends one mail through SMTP_URL', async () => {
    const server = await startMailServer();
    const { lectern } = await commandLine({ SMTP_URL: server.url, MAIL_FROM: 'Feedback <help@example.org>' });
    expect(await lectern('mail', 'test', '--to', 'ada@example.org')).toEqual({
      code: 0,
      output: `${new URL(server.url).host} accepted the test mail to ada@example.org.\n`,
      errors: '',
    });
    expect(server.received.map(({ envelope, mail }) => [envelope, mail.subject])).toEqual([
      [{ from: 'help@example.org', to: ['ada@example.org'] }, 'Test mail of Lectern'],
    ]);
  });

  it('reports why the server rejects it', async () => {
    const server = await startMailServer({ recipient: (_, say) => say(refusal(550, 'No such mailbox')) });
    const { lectern } = await commandLine({ SMTP_URL: server.url });
    expect(await lectern('mail', 'test', '--to', 'ada@example.org')).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(
        /^The test mail was not accepted: .*No such mailbox.* Check SMTP_URL and MAIL_FROM\.\n$/,
      ),
    });
  });

  it.each([
    [
      'a certificate that is not trusted',
      (url: string) => `${url}?tls.rejectUnauthorized=true`,
      / NODE_EXTRA_CA_CERTS, .* append \?tls\.rejectUnauthorized=false to SMTP_URL/,
    ],
    ['TLS on a port without it', (url: string) => url.replace('smtp:', 'smtps:'), / smtps:\/\/ for port 465/],
    [
      'a wrong password',
      (url: string) => url.replace('//', '//ada:wrong@').concat('?ignoreTLS=true'),
      / the password in SMTP_URL/,
    ],
    ['a wrong port', () => 'smtp://127.0.0.1:1', / Check the host and the port of SMTP_URL\.\n$/],
  ])('advises what to do about %s', async (_, urlOf, advice) => {
    const server = await startMailServer({
      settings: {
        ...{ disabledCommands: [], allowInsecureAuth: true },
        onAuth: (_credentials, _session, say) => say(refusal(535, 'Authentication failed')),
      },
    });
    const { lectern } = await commandLine({ SMTP_URL: urlOf(server.url) });
    expect(await lectern('mail', 'test', '--to', 'ada@example.org')).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(advice),
    });
  });

  it('writes a file without SMTP_URL', async () => {
    const { code, output } = await line.lectern('mail', 'test', '--to', 'ada@example.org');
    const folder = join(line.environment['DATA_DIR'] ?? '', 'mail');
    const [file = ''] = await readdir(folder);
    expect([code, output]).toEqual([
      0,
      `There is no SMTP_URL: the test mail to ada@example.org is a file in ${folder}.\n`,
    ]);
    expect(await readFile(join(folder, file), 'utf8')).toContain('To: ada@example.org');
  });

  it('exits with 2 on wrong usage', async () => {
    expect((await line.lectern('mail', 'test')).code).toBe(2);
    expect((await line.lectern('mail', 'test', '--to', 'nobody')).code).toBe(2);
  });
});
