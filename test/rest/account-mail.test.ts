import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { outcomeOf, post, refusal } from './accounts.js';

const UNLIMITED = { LIMIT_REMINDER_ADDRESS: 'off', LIMIT_REMINDER_ACCOUNT: 'off' };

let service: TestService;

beforeAll(async () => {
  service = await startService(UNLIMITED);
  const { pool } = service.database;
  await createUser(pool, { username: 'Ada', email: 'Ada@Example.org' });
  await createUser(pool, { username: 'asleep', email: 'asleep@example.org', is_active: false });
});
afterEach(async () => void (await service.takeMail()));
afterAll(() => service.stop());

type MailCase = readonly [path: string, field: string, name: string, kind: string, data: Record<string, string>];
const letters: readonly MailCase[] = [
  [
    '/emails/verifications',
    'email',
    'aDA@example.ORG',
    'welcome',
    { username: 'Ada', verificationUrl: '/user/verification?token=' },
  ],
  [
    '/emails/reminders/username',
    'email',
    ' ada@example.org ',
    'username_reminder',
    { username: 'Ada', loginUrl: '/user/login' },
  ],
  [
    '/emails/reminders/password',
    'username',
    'aDA',
    'password_reset',
    { username: 'Ada', resetUrl: '/user/new-password?token=' },
  ],
  [
    '/emails/reminders/password',
    'username',
    ' ada@EXAMPLE.org ',
    'password_reset',
    { username: 'Ada', resetUrl: '/user/new-password?token=' },
  ],
  [
    '/emails/verifications',
    'email',
    'ADA ',
    'welcome',
    { username: 'Ada', verificationUrl: '/user/verification?token=' },
  ],
];

describe('POST /emails/… (contract §2.5, decisions no. 16)', () => {
  it.each(letters)(
    '%s mails the owner of the account, for the %s “%s” in any case, with blanks around it',
    async (path, field, name, kind, data) => {
      expect(await outcomeOf(post(service, path, { [field]: name }))).toEqual([202, '', null]);
      const mails = await service.takeMail();
      expect(mails.map((mail) => [mail.kind, mail.to])).toEqual([[kind, 'Ada@Example.org']]);
      for (const [member, text] of Object.entries(data)) {
        const said = String(Reflect.get(mails[0]?.data ?? {}, member));
        expect(said.replace(/(?<=token=)[\w-]{43}$/, '')).toBe(text.startsWith('/') ? service.base + text : text);
      }
    },
  );

  it.each(letters)('%s responds the same without an active account, and sends no mail', async (path, field) => {
    const known = await post(service, path, { [field]: field === 'email' ? 'ada@example.org' : 'ada' });
    const differs = ['date', 'x-request-id'];
    const headersOf = (answer: typeof known) => [...answer.headers].filter(([name]) => !differs.includes(name));
    await service.takeMail();
    for (const name of ['nobody', 'nobody@example.org', 'asleep', 'asleep@example.org', "' or 1=1 --"]) {
      const answer = await post(service, path, { [field]: name });
      expect([answer.status, answer.text, headersOf(answer)]).toEqual([known.status, known.text, headersOf(known)]);
    }
    expect(await service.takeMail()).toEqual([]);
  });

  it('mails the account with the verified address, if it is also the name of another', async () => {
    const { pool } = service.database;
    await createUser(pool, { username: 'hedy@example.org', email: 'named@example.org' });
    await createUser(pool, { username: 'hedy', email: 'hedy@example.org', is_verified: true });
    await post(service, '/emails/reminders/password', { username: 'Hedy@example.org' });
    expect((await service.takeMail()).map(({ to }) => to)).toEqual(['hedy@example.org']);
  });

  it('does not remind of a username by a username', async () => {
    await post(service, '/emails/reminders/username', { email: 'ada' });
    expect(await service.takeMail()).toEqual([]);
  });

  it.each([
    ['/emails/verifications', { email: ' ' }, 'The email address must be supplied'],
    ['/emails/verifications', {}, 'The email address must be supplied'],
    ['/emails/reminders/username', {}, 'The email address must be supplied'],
    ['/emails/reminders/password', { username: null }, 'A username must be supplied'],
    ['/emails/reminders/password', { username: 'x'.repeat(201) }, "'username' must be at most 200 characters"],
    ['/emails/reminders/username', { email: 'a\0' }, "'email' contains characters that cannot be stored"],
  ])('%s with %j reports the missing field', async (path, body, sentence) => {
    expect(await outcomeOf(post(service, path, body))).toEqual(refusal(400, sentence));
  });

  it('is limited by client address and by value, whether or not the account exists', async () => {
    const limited = await startService({ LIMIT_REMINDER_ADDRESS: '9/3600', LIMIT_REMINDER_ACCOUNT: '3/3600' });
    await createUser(limited.database.pool, { username: 'ada' });
    const statuses = async (username: string) => {
      const answers = [];
      for (let time = 1; time <= 4; time += 1)
        answers.push(await post(limited, '/emails/reminders/password', { username }));
      return answers.map(({ status }) => status);
    };
    expect([await statuses('Ada'), await statuses('nobody')]).toEqual([
      [202, 202, 202, 429],
      [202, 202, 202, 429],
    ]);
    expect(await statuses('another')).toEqual([202, 429, 429, 429]);
    await limited.stop();
  });

  it('discloses a missing account in legacy mode', async () => {
    const legacy = await startService({ ...UNLIMITED, ACCOUNT_DISCLOSURE: 'legacy' });
    await createUser(legacy.database.pool, { username: 'ada', email: 'ada@example.org' });
    const told = (path: string, body: object) => outcomeOf(post(legacy, path, body));
    for (const path of ['/emails/verifications', '/emails/reminders/username']) {
      expect(await told(path, { email: 'x@y.org' })).toEqual(refusal(400, "Can't find that email address"));
      expect(await told(path, { email: 'ada@example.org' })).toEqual([202, '', null]);
    }
    expect(await told('/emails/reminders/password', { username: 'x' })).toEqual(refusal(400, "Can't find that user"));
    await legacy.stop();
  });
});
