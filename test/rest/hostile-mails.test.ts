import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { render } from '../../src/adapters/mail/render.js';
import { openMail } from '../../src/adapters/mail/mail-queue.js';
import { readTemplates } from '../../src/adapters/mail/templates.js';
import * as make from '../support/factories.js';
import { KEY, startService, type TestService } from '../support/service.js';
import { post } from './accounts.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());

describe('mails', () => {
  it.each(['a\r\nBcc: b@example.org', 'a\nSubject: other\n\nbody', 'a\u2028Bcc: b@example.org'])(
    'are not sent for a name with line breaks: %j',
    async (full_name) => {
      const body = { username: `u${make.unique()}`, full_name, email: 'a@example.org', password: 'secret enough' };
      const { status } = await post(service, '/users', body);
      expect([status, await service.takeMail()]).toEqual([400, []]);
    },
  );

  it.each([
    '=?utf-8?B?QmNjOg==?=',
    '{{ verificationUrl }}{% raw %}',
    '<img src=x onerror=alert(1)>',
    '[click](https://evil.example)',
  ])('contain no header, link or markup from a name: %j', async (name) => {
    const unique = make.unique();
    const registered = await post(service, '/users', {
      ...{ username: `hostile${unique}`, full_name: name, email: `x${unique}@example.org`, password: 'secret enough' },
    });
    expect(registered.status).toBe(201);
    const letters = await service.takeMail();
    expect(letters).toHaveLength(1);
    const [letter] = letters;
    if (!letter) throw new Error('No mail was queued');
    const { subject, html } = render(readTemplates(), 'Lectern', letter);
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(html).not.toMatch(/<img|href="https:\/\/evil/);
    expect(letter.to).toBe(`x${unique}@example.org`);
  });

  it.each([
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org, b@example.org',
    '<a@example.org>',
    'a@example.org;b@example.org',
    '"a b"@example.org',
    'a@b@example.org',
    'a@example.org\0',
    'a@localhost',
  ])('are not sent to an address such as %j', async (email) => {
    const body = { username: `u${make.unique()}`, full_name: 'A', email, password: 'secret enough' };
    const { status } = await post(service, '/users', body);
    expect([status, await service.takeMail()]).toEqual([400, []]);
  });

  it('are queued encrypted: the database contains neither tokens nor addresses', async () => {
    await make.createUser(service.database.pool, { username: 'gus', email: 'gus@example.org', is_verified: true });
    await post(service, '/emails/reminders/password', { username: 'gus' });
    const { rows } = await service.database.pool.query<{ data: { sealed: string; kind: 'password_reset' } }>(
      "select data from pgboss.job where name = 'mail'",
    );
    expect(JSON.stringify(rows)).not.toMatch(/gus|token=/);
    expect(rows.map(({ data }) => openMail(data, KEY).to)).toEqual(['gus@example.org']);
  });
});
