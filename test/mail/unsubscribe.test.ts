import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unsubscribeUrl } from '../../src/core/account/notification-links.js';
import { wantsMail } from '../../src/core/account/notification-settings.js';
import { createMailWorker, sealMail } from '../../src/adapters/mail/mail-queue.js';
import { mailKinds, notificationTopics, topicOf, type MailKind } from '../../src/core/mail-kinds.js';
import { createRun } from '../../src/core/transaction/run.js';
import pino from 'pino';
import { cleanUp } from '../support/clean-up.js';
import * as make from '../support/factories.js';
import { KEY, startService, type TestService } from '../support/service.js';
import { graph } from '../login/flow.js';
import { startMailServer, type MailServer } from './mail-server.js';
import { settingsFrom } from './post-office.js';
import { samples } from './samples.js';

const ONE_CLICK = 'List-Unsubscribe=One-Click';
const ACCOUNT_KINDS: readonly MailKind[] = [
  ...(['welcome', 'password_reset', 'username_reminder', 'email_change_confirmation', 'email_change_notice'] as const),
  ...(['email_change_authorisation', 'email_changed', 'account_deletion', 'contact'] as const),
  ...(['author_disclosed', 'webhook_disabled', 'address_in_use'] as const),
];

let service: TestService;
let server: MailServer;
let user: string;
let token: string;
const ADDRESS = 'Ada@example.org';
beforeAll(async () => {
  service = await startService();
  server = await startMailServer();
  user = await make.createUser(service.database.pool, { email: ADDRESS });
  token = await make.createToken(service.database.pool, user);
});
afterAll(async () => {
  await service.stop();
  await cleanUp();
});

/** Delivers a mail by the worker. Returns the message without folded lines; null if none was sent. */
async function deliver(kind: MailKind, to = ADDRESS, environment: Record<string, string> = {}): Promise<string | null> {
  const run = createRun(service.database.pool, { prepared: true });
  const worker = createMailWorker({
    settings: settingsFrom({ SMTP_URL: server.url, ...environment }),
    ...{ productName: 'Lectern', dataDirectory: '', key: KEY, log: pino({ level: 'silent' }) },
    wantsMail: (address, topic) => wantsMail(run, address, topic),
  });
  const letter = { kind, to, origin: service.base, data: samples[kind] } as Parameters<typeof sealMail>[0];
  const before = server.received.length;
  await worker({ id: '1', data: sealMail(letter, KEY), createdAt: new Date() }, new AbortController().signal);
  const [sent] = server.received.slice(before);
  if (!sent) return null;
  const headers = sent.raw.split('\r\n\r\n', 1)[0] ?? '';
  return [headers.replace(/\r\n[ \t]+/g, ' ').replaceAll('\r', ''), sent.mail.text, sent.mail.html].join('\n\n');
}

const urlIn = (message: string | null): string => /^List-Unsubscribe: <([^>]+)>/m.exec(message ?? '')?.[1] ?? '';
const post = (url: string, body = ONE_CLICK, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body,
    redirect: 'manual',
  });

const settings = async () => {
  const { data } = await graph(service, token, '{ viewer { notificationSettings { feedback muted } } }');
  return (data as { viewer: { notificationSettings: { feedback: string; muted: string[] } } }).viewer
    .notificationSettings;
};

describe('Mails', () => {
  it('have a topic, unless they are about the account', () => {
    const kinds = Object.keys(mailKinds) as MailKind[];

    expect(kinds.filter((kind) => topicOf(kind) === undefined).sort()).toEqual([...ACCOUNT_KINDS].sort());
    expect(Object.values(notificationTopics).flat().sort()).toEqual(
      kinds.filter((kind) => !ACCOUNT_KINDS.includes(kind)).sort(),
    );
  });

  it.each(ACCOUNT_KINDS)('%s cannot be turned off', async (kind) => {
    const message = await deliver(kind);

    expect(message).toContain('Subject: ');
    expect(message).not.toContain('List-Unsubscribe');
  });

  it.each(Object.entries(notificationTopics).flatMap(([topic, kinds]) => kinds.map((kind) => [kind, topic] as const)))(
    '%s is turned off by one click, with a link in headers, text and HTML',
    async (kind, topic) => {
      const { pool } = service.database;
      await pool.query("update users set feedback_mails = 'HOURLY', muted_mails = '{}' where id = $1", [user]);
      const message = await deliver(kind);
      const url = urlIn(message);
      const response = await post(url);
      const after = await settings();

      expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
      expect(message).toContain('To receive no more mails of this kind:');
      expect(message).toContain('Stop mails of this kind');
      expect([response.status, response.headers.get('location')]).toEqual([200, null]);
      expect(after).toEqual(
        topic === 'FEEDBACK' ? { feedback: 'OFF', muted: [] } : { feedback: 'HOURLY', muted: [topic] },
      );
      expect(await deliver(kind)).toBeNull();
      expect(await deliver('welcome')).not.toBeNull();
    },
  );

  it('to addresses without an account have no such link', async () => {
    expect(await deliver('event_rejected', 'team@example.org')).not.toContain('List-Unsubscribe');
  });

  it('are signed, with both headers, if there is a DKIM key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await service.database.pool.query("update users set muted_mails = '{}'");
    const message = await deliver('talk_claimed', ADDRESS, {
      MAIL_DKIM_DOMAIN: 'lectern.example',
      MAIL_DKIM_SELECTOR: 'mail',
      MAIL_DKIM_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    });
    const [, signature = ''] = /^DKIM-Signature: (.*)$/m.exec(message ?? '') ?? [];

    expect(signature).toContain('d=lectern.example');
    expect(signature).toContain('s=mail');
    const covered = (/\bh=([^;]*)/.exec(signature)?.[1] ?? '').replaceAll(' ', '').toLowerCase().split(':');
    expect(covered).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'from', 'subject']));
  });
});

describe('The link', () => {
  const url = () => unsubscribeUrl(service.base, { address: 'ADA@EXAMPLE.ORG', topic: 'REPORTS' }, KEY);

  it('shows a button on GET, and changes nothing', async () => {
    await service.database.pool.query("update users set muted_mails = '{}'");
    const response = await fetch(url());
    const text = await response.text();

    expect(response.status).toBe(200);
    expect(text).toContain('Stop these mails');
    expect(text).toContain('reported comments');
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'; frame-ancestors 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await settings()).toMatchObject({ muted: [] });
  });

  it('works in any case of the address, and twice', async () => {
    expect([(await post(url())).status, (await post(url())).status]).toEqual([200, 200]);
    expect(await settings()).toMatchObject({ muted: ['REPORTS'] });
  });

  it.each(['multipart/form-data; boundary=-b', 'application/x-www-form-urlencoded; charset=utf-8'])(
    'accepts the type %s',
    async (type) => {
      await service.database.pool.query("update users set muted_mails = '{}'");
      const part = '---b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n---b--\r\n';
      const body = type.startsWith('multipart') ? part : ONE_CLICK;

      expect((await post(url(), body, { 'Content-Type': type })).status).toBe(200);
      expect(await settings()).toMatchObject({ muted: ['REPORTS'] });
    },
  );

  it.each([
    ['of another type', 'text/plain', ONE_CLICK],
    ['without a boundary', 'multipart/form-data', ONE_CLICK],
    ['without an end', 'multipart/form-data; boundary=b', '--b\r\nContent-Disp'],
    [
      'with a file',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"; filename="a"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('refuses a body %s', async (_, type, body) => {
    await service.database.pool.query("update users set muted_mails = '{}'");

    expect((await post(url(), body, { 'Content-Type': type })).status).toBe(400);
    expect(await settings()).toMatchObject({ muted: [] });
  });

  it('works for an account that no longer exists, without telling', async () => {
    const gone = unsubscribeUrl(service.base, { address: 'gone@example.org', topic: 'REPORTS' }, KEY);

    expect((await post(gone)).status).toBe(200);
  });

  it('discloses neither the address nor the topic', () => {
    const decoded = Buffer.from(url().split('.').at(-1) ?? '', 'base64url').toString('latin1');

    expect(decoded.toLowerCase()).not.toContain('ada');
    expect(decoded).not.toContain('REPORTS');
  });

  it.each<[string, () => string, string, number]>([
    ['another body', url, 'a=b', 400],
    ['no body', url, '', 400],
    ['a changed token', () => `${url().slice(0, -4)}AAAA`, ONE_CLICK, 404],
    ['no token of this kind', () => `${service.base}/unsubscribe/v1.x`, ONE_CLICK, 404],
    ['a body that is too large', url, `${ONE_CLICK}&a=${'x'.repeat(2_000_000)}`, 413],
  ])('refuses %s', async (_, target, body, status) => {
    await service.database.pool.query("update users set muted_mails = '{}'");

    expect((await post(target(), body)).status).toBe(status);
    expect(await settings()).toMatchObject({ muted: [] });
  });

  it('refuses other methods', async () => {
    const response = await fetch(url(), { method: 'DELETE' });

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});
