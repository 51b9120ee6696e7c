import { afterEach, describe, expect, it } from '@jest/globals';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { createMailQueue } from '../../src/adapters/mail/mail-queue.js';
import { cleanUp } from '../support/clean-up.js';
import { eventually } from '../support/process.js';
import { startMailServer } from './mail-server.js';
import { KEY, openPostOffice, settingsFrom } from './post-office.js';
import { samples } from './samples.js';

afterEach(cleanUp);

const reset = { kind: 'password_reset', to: 'ada@example.org', data: samples.password_reset } as const;
const TOKEN = 's3cr3t';
const empty = { jobs: {} };

describe('mails (contract §3.12)', () => {
  it('reach an SMTP server as text and HTML, one per recipient, and leave nothing behind', async () => {
    const office = await openPostOffice();
    const server = await startMailServer();
    await office.start({ SMTP_URL: server.url, MAIL_FROM: 'The Lectern <post@lectern.example>' });
    const before = Date.now() - 1000;
    await office.queue({
      kind: 'contact',
      to: ['ada@example.org', 'ben@example.org', 'ADA@example.org'],
      data: { ...samples.contact, subject: 'Grüße\r\nBcc: all@example.org' },
      replyTo: 'eve@example.net',
    });
    await eventually(async () => server.received.length === 2 && (await office.jobs())['active'] === undefined);
    const sorted = server.received.toSorted((one, other) =>
      String(one.envelope.to).localeCompare(String(other.envelope.to)),
    );
    expect(sorted.map(({ envelope }) => envelope)).toEqual([
      { from: 'post@lectern.example', to: ['ADA@example.org'] },
      { from: 'post@lectern.example', to: ['ben@example.org'] },
    ]);
    const { mail } = sorted[1]!;
    expect({
      from: mail.from?.text,
      to: [mail.to].flat().map((one) => one?.text),
      replyTo: mail.replyTo?.text,
      subject: mail.subject,
      text: mail.text,
      html: typeof mail.html === 'string' && mail.html.includes('<blockquote'),
      type: Reflect.get(Object(mail.headers.get('content-type')), 'value'),
      automatic: mail.headers.get('auto-submitted'),
      bcc: mail.bcc,
      attachments: mail.attachments,
    }).toEqual({
      from: '"The Lectern" <post@lectern.example>',
      to: ['ben@example.org'],
      replyTo: 'eve@example.net',
      subject: 'Lectern contact: Grüße Bcc: all@example.org',
      text: 'Eve Else (eve@example.net) has written:\n\n> May I?\n',
      html: true,
      type: 'multipart/alternative',
      automatic: undefined,
      bcc: undefined,
      attachments: [],
    });
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@lectern\.example>$/);
    expect(Math.abs((mail.date?.getTime() ?? 0) - before)).toBeLessThan(30_000);
    expect({ jobs: await office.jobs() }).toEqual(empty);
  });

  it('are sent when the transaction commits, and never when it is rolled back', async () => {
    const office = await openPostOffice();
    const server = await startMailServer();
    await office.start({ SMTP_URL: server.url });
    const mailQueue = createMailQueue(settingsFrom({}), KEY);
    const failed = office.orm.em.fork().transactional(async (em) => {
      await mailQueue.queue(em, [{ ...reset, to: 'never@example.org' }]);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    const partly = office.orm.em.fork().transactional(async (em) => {
      const inner = em.transactional(async (savepoint) => {
        await mailQueue.queue(savepoint, [{ ...reset, to: 'nor@example.org' }]);
        throw new Error('not this part');
      });
      await expect(inner).rejects.toThrow('not this part');
    });
    await partly;
    await expect(mailQueue.queue(office.orm.em.fork(), [reset])).rejects.toThrow('No active transaction');
    await office.queue(reset);
    await eventually(async () => server.received.length > 0 && (await office.jobs())['active'] === undefined);
    expect(server.received.map(({ envelope }) => envelope.to)).toEqual([['ada@example.org']]);
    expect({ jobs: await office.jobs() }).toEqual(empty);
  });

  it('can all be redirected to one address', async () => {
    const office = await openPostOffice();
    const server = await startMailServer();
    await office.start({ SMTP_URL: server.url, MAIL_REDIRECT: 'staging@example.net' });
    await office.queue({ ...reset, to: ['ada@example.org', 'ben@example.org'] });
    await eventually(() => server.received.length === 2);
    expect(
      server.received
        .map(({ envelope, mail }) => [
          envelope.to,
          [mail.to].flat().map((one) => one?.text),
          mail.headers.get('x-original-to'),
        ])
        .toSorted(),
    ).toEqual([
      [['staging@example.net'], ['staging@example.net'], 'ada@example.org'],
      [['staging@example.net'], ['staging@example.net'], 'ben@example.org'],
    ]);
  });

  it('are queued without a readable token or address', async () => {
    const office = await openPostOffice();
    await office.queue(reset);
    const { rows } = await office.database.pool.query<{ data: object }>('select data from pgboss.job');
    expect(rows).toEqual([{ data: { kind: 'password_reset', sealed: expect.stringMatching(/^v1\.[\w-]+$/) } }]);
  });

  it('become files without an SMTP server, and the log contains their names', async () => {
    const office = await openPostOffice();
    await office.start();
    await office.queue(reset);
    await eventually(() => office.logged.some(({ file }) => file !== undefined));
    const folder = join(office.folder, 'mail');
    const [name = '', ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-password_reset-[0-9a-f-]{36}\.eml$/);
    const mail = await simpleParser(await readFile(join(folder, name)));
    expect([mail.subject, [mail.to].flat().map((one) => one?.text), mail.text?.includes(`token=${TOKEN}`)]).toEqual([
      'Resetting your Lectern password',
      ['ada@example.org'],
      true,
    ]);
    expect(((await stat(join(folder, name))).mode & 0o777).toString(8)).toBe('600');
    expect(office.logged.map(({ level, kind, file, msg }) => ({ level, kind, file, msg }))).toEqual([
      {
        level: 30,
        kind: 'password_reset',
        file: join(folder, name),
        msg: 'Mail written to a file because SMTP_URL is not set',
      },
    ]);
    expect(JSON.stringify(office.logged)).not.toMatch(new RegExp(`${TOKEN}|ada@|@example`));
  });
});
