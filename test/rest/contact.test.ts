import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { seal } from '../../src/core/common/secret-box.js';
import { createApplication } from '../support/factories.js';
import { KEY, startService, type TestService } from '../support/service.js';
import { outcomeOf, post, refusal } from './accounts.js';

let service: TestService;

const sealed = (consumer_key: string) => ({
  consumer_key,
  consumer_secret_encrypted: seal(`${consumer_key} secret`, KEY),
});

beforeAll(async () => {
  service = await startService({
    LIMIT_CONTACT_ADDRESS: '4/3600',
    MAIL_SYSTEM: 'help@example.org',
    SPAM_WORDS: 'pills',
  });
  await createApplication(service.database.pool, { ...sealed('website'), is_first_party: true });
  await createApplication(service.database.pool, sealed('gadget'));
});
beforeEach(() => service.database.pool.query('delete from rate_limits'));
afterAll(() => service.stop());

const website = { client_id: 'website', client_secret: 'website secret' };
const message = { name: ' Ada ', email: 'ada@example.org', subject: 'A bug', comment: 'It\r\nbites <b>me</b>' };
const contact = (body: object) => outcomeOf(post(service, '/contact', body));

describe('POST /contact (contract §3.11)', () => {
  it('mails the message to the system address; replies go to the sender', async () => {
    expect(await contact({ ...website, ...message })).toEqual([202, '', null]);
    expect(await service.takeMail()).toEqual([
      { kind: 'contact', to: 'help@example.org', replyTo: 'ada@example.org', data: { ...message, name: 'Ada' } },
    ]);
  });

  it.each([
    ['no application', {}],
    ['an unknown one', { client_id: 'nothing', client_secret: 'website secret' }],
    ['an unknown one without a secret', { client_id: 'nothing', client_secret: '' }],
    ['a wrong secret', { ...website, client_secret: 'gadget secret' }],
    ['no secret', { client_id: 'website' }],
    ['a key that cannot be stored', { ...website, client_id: 'website\0' }],
    ['an application that is not first-party', { client_id: 'gadget', client_secret: 'gadget secret' }],
  ])('rejects %s, before anything else', async (_, credentials) => {
    expect(await contact({ ...credentials, name: 'Ada' })).toEqual(
      refusal(403, 'This client cannot perform this action'),
    );
    expect(await service.takeMail()).toEqual([]);
  });

  it.each([
    [{ subject: undefined }, "The field 'subject' is required."],
    [{ name: ' ', comment: null }, "The fields 'name', 'comment' are required."],
    [
      { name: '', email: '', subject: '', comment: '' },
      "The fields 'name', 'email', 'subject', 'comment' are required.",
    ],
    [{ email: 'Ada <ada@example.org>' }, "A valid entry for 'email' is required"],
    [{ email: 'a@b.org\r\nBcc: everybody@example.org' }, "A valid entry for 'email' is required"],
  ])('reports what is wrong with %j', async (wrong, sentence) => {
    expect(await contact({ ...website, ...message, ...wrong })).toEqual(refusal(400, sentence));
    expect(await service.takeMail()).toEqual([]);
  });

  it('rejects texts that are too long', async () => {
    const long = { ...website, ...message, subject: 'x'.repeat(201), comment: 'x'.repeat(65_536) };
    expect(await contact(long)).toEqual(
      refusal(400, "'subject' must be at most 200 characters. 'comment' must be at most 65535 characters"),
    );
  });

  it.each([{ comment: 'Cheap pills' }, { subject: 'PILLS' }])('rejects spam: %j', async (spam) => {
    expect(await contact({ ...website, ...message, ...spam })).toEqual(refusal(400, 'comment failed spam check'));
    expect(await service.takeMail()).toEqual([]);
  });

  it('is limited by address, counting valid messages', async () => {
    const told: unknown[] = [];
    await contact({ ...website, name: 'nothing else' });
    for (let time = 1; time <= 5; time += 1) told.push((await contact({ ...website, ...message }))[0]);
    expect(told).toEqual([202, 202, 202, 202, 429]);
    expect(await service.takeMail()).toHaveLength(4);
  });
});
