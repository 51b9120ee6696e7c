import { afterEach, describe, expect, it, jest } from '@jest/globals';
import dns from 'node:dns';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { format } from 'node:util';
import type { SMTPServerOptions } from 'smtp-server';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { eventually } from '../support/process.js';
import { startMailServer, type MailServer } from './mail-server.js';
import { openPostOffice, type PostOffice } from './post-office.js';
import { samples } from './samples.js';

afterEach(cleanUp);

const ORIGIN = 'https://feedback.example.org';
const reset = { kind: 'password_reset', data: samples.password_reset } as const;

interface Opened {
  readonly office: PostOffice;
  readonly server: MailServer;
  /** Resolves when no job is waiting or active; to the reasons of the failed ones. */
  readonly outcome: () => Promise<string[]>;
}

/** @param urlOf the `SMTP_URL` for that of the server */
async function open(
  settings: SMTPServerOptions,
  urlOf = (url: string) => url,
  from = 'Lectern <post@lectern.example>',
): Promise<Opened> {
  const office = await openPostOffice(3_600);
  const server = await startMailServer({ settings });
  await office.start({ SMTP_URL: urlOf(server.url), MAIL_FROM: from });
  const { pool } = office.database;
  return {
    ...{ office, server },
    async outcome() {
      await eventually(async () => {
        const { created = 0, active = 0 } = await office.jobs();
        return created + active === 0;
      });
      const { rows } = await pool.query<{ output: { message: string } }>(
        "select output from pgboss.job where name = 'mail'",
      );
      return rows.map(({ output }) => output.message);
    },
  };
}

const withStartTls = { disabledCommands: ['AUTH'] };

describe('A mail server with a certificate of its own', () => {
  it('on loopback receives mail if there is no password', async () => {
    const { office, server, outcome } = await open(withStartTls);
    await office.queue({ ...reset, to: 'ada@example.org' });
    expect(await outcome()).toEqual([]);
    expect(server.received.length).toBe(1);
  });

  it.each([
    ['is demanded to be verified', (url: string) => `${url}?tls.rejectUnauthorized=true`],
    ['would receive a password', (url: string) => url.replace('//', '//lectern:secret@')],
  ])('receives none if it %s', async (_, urlOf) => {
    const { office, server, outcome } = await open({ disabledCommands: [] }, urlOf);
    await office.queue({ ...reset, to: 'ada@example.org' });
    expect(await outcome()).toEqual([expect.stringContaining('self-signed certificate')]);
    expect(server.received).toEqual([]);
  });

  it('receives none through a proxy, whose loopback is another one', async () => {
    const proxy = createServer().on('connect', ({ url = '' }, client) => {
      const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        target.pipe(client).pipe(target);
      });
      for (const socket of [client, target]) socket.on('error', () => target.destroy());
    });
    await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
    atTheEnd(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const { office, server, outcome } = await open(withStartTls, (url) => `${url}?proxy=http://127.0.0.1:${port}`);
    await office.queue({ ...reset, to: 'ada@example.org' });
    expect(await outcome()).toEqual([expect.stringContaining('self-signed certificate')]);
    expect(server.received).toEqual([]);
  });

  it('as localhost is the one of this machine, without asking name servers', async () => {
    const resolve = jest.spyOn(dns.Resolver.prototype, 'resolve4');
    const { office, server, outcome } = await open(withStartTls, (url) => url.replace('127.0.0.1', 'localhost'));
    await office.queue({ ...reset, to: 'ada@example.org' });
    expect(await outcome()).toEqual([]);
    expect([server.received.length, resolve.mock.calls]).toEqual([1, []]);
    resolve.mockRestore();
  });

  it('receives mail with a password if any certificate is accepted', async () => {
    const { office, server, outcome } = await open(
      { disabledCommands: [], onAuth: ({ username }, _session, say) => say(null, { user: username }) },
      (url) => `${url.replace('//', '//lectern:secret@')}?tls.rejectUnauthorized=false`,
    );
    await office.queue({ ...reset, to: 'ada@example.org' });
    expect(await outcome()).toEqual([]);
    expect(server.received.length).toBe(1);
  });
});

it('A session ends with QUIT after a confirmed message', async () => {
  const commands: string[] = [];
  const logger = { debug: noted, info: noted, error: noted };
  function noted(_entry: unknown, text: string, ...words: unknown[]): void {
    commands.push(format(text, ...words));
  }
  const { office, outcome } = await open({ ...withStartTls, logger });
  await office.queue({ ...reset, to: 'ada@example.org' });
  expect(await outcome()).toEqual([]);
  await eventually(() => commands.some((command) => command === 'C: QUIT'));
});

describe('An address with other letters than ASCII', () => {
  it('before the @ is refused without another attempt if the server does not offer SMTPUTF8', async () => {
    const { office, server, outcome } = await open({ hideSMTPUTF8: true });
    await office.queue({ ...reset, to: ['jürgen@example.org', 'ada@example.org'] });
    expect(await outcome()).toEqual([expect.stringMatching(/^The mail server does not offer SMTPUTF8/)]);
    expect(await office.jobs()).toEqual({ failed: 1 });
    expect(server.received.map(({ envelope }) => envelope.to)).toEqual([['ada@example.org']]);
  });

  it('before the @ is written to if the server offers SMTPUTF8', async () => {
    const { office, server, outcome } = await open({});
    await office.queue({ ...reset, to: 'jürgen@example.org' });
    expect(await outcome()).toEqual([]);
    expect(server.received.map(({ envelope }) => envelope.to)).toEqual([['jürgen@example.org']]);
  });

  it('only in its domain is written to everywhere, in Punycode', async () => {
    const { office, server, outcome } = await open({ hideSMTPUTF8: true });
    await office.queue({ ...reset, to: 'ada@müller.example' });
    expect(await outcome()).toEqual([]);
    expect(server.received[0]?.raw).toContain('To: ada@xn--mller-kva.example');
    expect(server.received[0]?.raw).toMatch(/^[\0-\x7f]*$/);
  });

  it('only in the domain of the sender appears nowhere in the headers', async () => {
    const { office, server, outcome } = await open({ hideSMTPUTF8: true }, undefined, 'Lectern <post@müller.example>');
    const data = samples.talk_commented;
    await office.queue({ kind: 'talk_commented', origin: ORIGIN, to: 'ada@example.org', talk: 'x1y2', data });
    expect(await outcome()).toEqual([]);
    const [letter] = server.received;
    expect(letter?.raw).toContain('From: Lectern <post@xn--mller-kva.example>');
    expect(letter?.mail.references).toBe('<talk-x1y2.feedback@xn--mller-kva.example>');
    expect(letter?.raw).toMatch(/^[\0-\x7f]*$/);
  });

  it('is no Reply-To, because that would need SMTPUTF8 as well; the text contains it', async () => {
    const { office, server, outcome } = await open({ hideSMTPUTF8: true });
    const data = { ...samples.contact, email: 'jürgen@example.org' };
    await office.queue({ kind: 'contact', to: 'help@example.org', replyTo: data.email, data });
    expect(await outcome()).toEqual([]);
    const [letter] = server.received;
    expect([letter?.mail.replyTo, letter?.mail.text?.includes(data.email)]).toEqual([undefined, true]);
    expect(letter?.raw).toMatch(/^[\0-\x7f]*$/);
  });
});

describe('Headers', () => {
  it('make one conversation of all feedback on a talk', async () => {
    const { office, server, outcome } = await open({});
    const to = 'ada@example.org';
    await office.queue(
      { kind: 'talk_commented', origin: ORIGIN, to, talk: 'x1y2', data: samples.talk_commented },
      { kind: 'feedback_digest', origin: ORIGIN, to, talk: 'x1y2', data: samples.feedback_digest },
      { kind: 'feedback_digest', origin: ORIGIN, to, data: samples.feedback_digest },
      { ...reset, to },
    );
    expect(await outcome()).toEqual([]);
    const headers = server.received.map(({ raw, mail }) => [
      ...[mail.references, mail.inReplyTo],
      /^List-Id: (.*)\r$/im.exec(raw)?.[1],
    ]);
    const root = '<talk-x1y2.feedback@lectern.example>';
    const ofTalk = [root, root, '<talk-x1y2.feedback.lectern.example>'];
    expect(headers.toSorted()).toEqual(
      [
        ofTalk,
        ofTalk,
        [undefined, undefined, '<feedback.lectern.example>'],
        [undefined, undefined, undefined],
      ].toSorted(),
    );
  });

  it('declare all mails as automatic, except those that a person has typed', async () => {
    const { office, server, outcome } = await open({});
    await office.queue(
      { ...reset, to: 'ada@example.org' },
      { kind: 'contact', to: 'help@example.org', replyTo: 'eve@example.net', data: samples.contact },
    );
    expect(await outcome()).toEqual([]);
    const automatic = server.received.map(({ envelope, mail }) => [envelope.to[0], mail.headers.get('auto-submitted')]);
    expect(Object.fromEntries(automatic)).toEqual({
      'ada@example.org': 'auto-generated',
      'help@example.org': undefined,
    });
  });
});
