import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { askData } from '../graphql/ask.js';
import { createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { mailedToken, meeting, NOTHING_MORE, outcomeOf, post, refusal } from './accounts.js';
import { ask, metaOf } from './ask.js';
import { follow, linksIn, Member, NEW_EMAIL, OLD_EMAIL, PASSWORD } from './email-change.js';

const ACCEPTED = [202, '', null];
const FAILED = refusal(400, 'The email address could not be changed');
const NOT_CANCELLED = refusal(400, 'The change of the email address could not be cancelled');
const byPassword = { old_password: PASSWORD };

let service: TestService;
let ada: Member;

beforeAll(async () => {
  service = await startService({ LIMIT_EMAIL_CHANGES_USER: 'off', LIMIT_REMINDER_ACCOUNT: 'off' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  await service.database.pool.query('delete from users');
  ada = await Member.create(service);
  await service.takeMail();
});

/** The mails of one transaction have no particular order. */
const takeMailByKind = async () =>
  (await service.takeMail()).sort((one, other) => other.kind.localeCompare(one.kind) || one.to.localeCompare(other.to));
const isKnown = async (token: string) => 'user_uri' in metaOf(await ask(service, '/v2.1/events', { token }));

describe('a new address without the password', () => {
  it('does not change where a password reset goes: a stolen token does not take over the account', async () => {
    expect(await ada.put(NEW_EMAIL)).toEqual(NOTHING_MORE);
    expect(await ada.shownEmail()).toBe(OLD_EMAIL);
    expect(await ada.addressOfReset()).toBe(OLD_EMAIL);
  });

  it('does not either in GraphQL, which shows it as pending', async () => {
    const document = `mutation ($input: ReplaceUserInput!) {
      replaceUser(input: $input) { user { email pendingEmail } } }`;
    const variables = { input: { userId: ada.id, fullName: 'Ada', email: NEW_EMAIL } };
    expect(await askData(service, document, { token: ada.token, variables })).toEqual({
      replaceUser: { user: { email: OLD_EMAIL, pendingEmail: NEW_EMAIL } },
    });
    expect(await ada.addressOfReset()).toBe(OLD_EMAIL);
  });

  it('mails a link to each address; the old one can also cancel', async () => {
    await ada.put(NEW_EMAIL);
    const page = (step: string) =>
      expect.stringMatching(`^${service.base}/user/email-change/${step}\\?token=[\\w-]{43}$`);
    expect(await takeMailByKind()).toEqual([
      {
        kind: 'email_change_confirmation',
        to: NEW_EMAIL,
        data: { username: 'ada', confirmUrl: page('confirm') },
      },
      {
        kind: 'email_change_authorisation',
        to: OLD_EMAIL,
        data: { username: 'ada', newEmail: NEW_EMAIL, authoriseUrl: page('authorise'), cancelUrl: page('cancel') },
      },
    ]);
  });

  it.each([
    ['new address first', ['confirm', 'authorise']],
    ['old address first', ['authorise', 'confirm']],
  ] as const)('takes effect when both links are followed: %s', async (_, [first, second]) => {
    const links = await ada.request();
    expect(await follow(service, first, links[first])).toEqual(ACCEPTED);
    // A repeated click is harmless.
    expect(await follow(service, first, links[first])).toEqual(ACCEPTED);
    expect(await ada.shownEmail()).toBe(OLD_EMAIL);
    expect(await follow(service, second, links[second])).toEqual(NOTHING_MORE);
    expect(await ada.shownEmail()).toBe(NEW_EMAIL);
    expect((await service.takeMail()).map(({ kind, to }) => [kind, to])).toEqual([['email_changed', OLD_EMAIL]]);
  });

  it('no link has the effect of another', async () => {
    const links = await ada.request();
    for (const step of ['confirm', 'authorise', 'cancel'] as const)
      for (const other of (['confirm', 'authorise', 'cancel'] as const).filter((one) => one !== step))
        expect(await follow(service, step, links[other])).toEqual(step === 'cancel' ? NOT_CANCELLED : FAILED);
    expect(await ada.shownEmail()).toBe(OLD_EMAIL);
  });
});

describe('a new address with the current password', () => {
  it('takes effect when its link is followed; the old address is notified immediately', async () => {
    await ada.put(NEW_EMAIL, byPassword);
    expect(await ada.shownEmail()).toBe(OLD_EMAIL);
    const mails = await takeMailByKind();
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['email_change_notice', OLD_EMAIL],
      ['email_change_confirmation', NEW_EMAIL],
    ]);
    expect(await follow(service, 'confirm', linksIn(mails).confirm)).toEqual(NOTHING_MORE);
    expect(await ada.shownEmail()).toBe(NEW_EMAIL);
    expect(await ada.addressOfReset()).toBe(NEW_EMAIL);
  });

  it.each(['currentPassword', 'oldPassword'])('is authorised by %s in GraphQL', async (field) => {
    const document = 'mutation ($input: ReplaceUserInput!) { replaceUser(input: $input) { user { id } } }';
    const input = { userId: ada.id, fullName: 'Ada', email: NEW_EMAIL, [field]: PASSWORD };
    await askData(service, document, { token: ada.token, variables: { input } });
    const { confirm } = linksIn(await service.takeMail());
    const confirmed = `mutation ($token: String!) { confirmEmailChange(input: { token: $token }) {
      hasTakenEffect user { username email } } }`;
    expect(await askData(service, confirmed, { variables: { token: confirm } })).toEqual({
      confirmEmailChange: { hasTakenEffect: true, user: { username: 'ada', email: null } },
    });
    expect(await ada.shownEmail()).toBe(NEW_EMAIL);
  });

  it('changes nothing and mails nothing if the password is wrong', async () => {
    const wrong = refusal(403, 'The credentials could not be verified');
    expect(await ada.put(NEW_EMAIL, { full_name: 'Eve', old_password: 'guess' })).toEqual(wrong);
    expect(await service.takeMail()).toEqual([]);
    const { rows } = await service.database.pool.query('select full_name from users');
    expect(rows).toEqual([{ full_name: 'Ada' }]);
  });

  it('verifies the address of an account that was not verified', async () => {
    await service.database.pool.query('update users set is_verified = false');
    const { confirm } = await ada.request(NEW_EMAIL, byPassword);
    await follow(service, 'confirm', confirm);
    const { rows } = await service.database.pool.query('select email, is_verified from users');
    expect(rows).toEqual([{ email: NEW_EMAIL, is_verified: true }]);
  });

  it('of an administrator awaits confirmation as well', async () => {
    await service.database.pool.query('update users set is_admin = true');
    expect(await ada.put(NEW_EMAIL)).toEqual(NOTHING_MORE);
    expect(await ada.shownEmail()).toBe(OLD_EMAIL);
  });
});

describe('the cancel link', () => {
  it.each([{}, byPassword])('ends the change and revokes every token: %j', async (more) => {
    const other = await createToken(service.database.pool, ada.id);
    const links = await ada.request(NEW_EMAIL, more);
    expect(await follow(service, 'cancel', links.cancel)).toEqual(NOTHING_MORE);
    expect([await isKnown(ada.token), await isKnown(other)]).toEqual([false, false]);
    expect(await follow(service, 'confirm', links.confirm)).toEqual(FAILED);
    if (links.authorise) expect(await follow(service, 'authorise', links.authorise)).toEqual(FAILED);
    expect(await follow(service, 'cancel', links.cancel)).toEqual(NOT_CANCELLED);
    expect(await ada.addressOfReset()).toBe(OLD_EMAIL);
  });

  it('does not undo a change that took effect', async () => {
    const links = await ada.request(NEW_EMAIL, byPassword);
    await follow(service, 'confirm', links.confirm);
    expect(await follow(service, 'cancel', links.cancel)).toEqual(NOT_CANCELLED);
    expect(await isKnown(ada.token)).toBe(true);
  });
});

describe('a pending change', () => {
  it('is replaced by a newer one, whose authorisation starts over', async () => {
    const first = await ada.request('first@example.net', byPassword);
    const second = await ada.request('second@example.net');
    expect(await follow(service, 'confirm', first.confirm)).toEqual(FAILED);
    expect(await follow(service, 'confirm', second.confirm)).toEqual(ACCEPTED);
    expect(await ada.shownEmail()).toBe(OLD_EMAIL);
  });

  it.each([OLD_EMAIL, 'ADA@Example.org'])('stays when the current address is repeated: %s', async (email) => {
    const { confirm } = await ada.request(NEW_EMAIL, byPassword);
    expect(await ada.put(email)).toEqual(NOTHING_MORE);
    expect([await service.takeMail(), await ada.shownEmail()]).toEqual([[], OLD_EMAIL]);
    expect(await follow(service, 'confirm', confirm)).toEqual(NOTHING_MORE);
  });

  it('expires after seven days, and is then no longer shown', async () => {
    const { confirm } = await ada.request(NEW_EMAIL, byPassword);
    const pending = () => askData(service, '{ viewer { pendingEmail } }', { token: ada.token });
    const age = (by: string) =>
      service.database.pool.query('update email_changes set expires_at = expires_at - $1::interval', [by]);
    await age('6 days 23 hours');
    expect(await pending()).toEqual({ viewer: { pendingEmail: NEW_EMAIL } });
    await age('1 hour');
    expect(await pending()).toEqual({ viewer: { pendingEmail: null } });
    expect(await follow(service, 'confirm', confirm)).toEqual(FAILED);
  });

  it('does not take an address that another account has used since', async () => {
    const { confirm } = await ada.request(NEW_EMAIL, byPassword);
    await createUser(service.database.pool, { username: 'other', email: NEW_EMAIL.toUpperCase() });
    const taken = refusal(400, 'That email is already associated with another account');
    expect(await follow(service, 'confirm', confirm)).toEqual(taken);
    expect(await ada.shownEmail()).toBe(OLD_EMAIL);
  });

  it('invalidates reset links of the old address when it takes effect', async () => {
    const { confirm } = await ada.request(NEW_EMAIL, byPassword);
    await post(service, '/emails/reminders/password', { username: 'ada' });
    const reset = await mailedToken(service);
    await follow(service, 'confirm', confirm);
    const stale = post(service, '/users/passwords', { token: reset, password: 'of the old mailbox' });
    expect(await outcomeOf(stale)).toEqual(refusal(400, 'Password could not be reset'));
  });

  const reset = async () => {
    await post(service, '/emails/reminders/password', { username: 'ada' });
    await post(service, '/users/passwords', { token: await mailedToken(service), password: 'analytical engine' });
  };
  const replace = () => ada.put(OLD_EMAIL, { password: 'analytical engine', ...byPassword });
  it.each([
    ['replaced', replace],
    ['reset', reset],
  ])('ends when the password is %s: the former one may have authorised it', async (_, setPassword) => {
    const { confirm } = await ada.request(NEW_EMAIL, byPassword);
    await setPassword();
    expect(await follow(service, 'confirm', confirm)).toEqual(FAILED);
  });

  it('can be requested together with a new password', async () => {
    const { confirm } = await ada.request(NEW_EMAIL, { password: 'analytical engine', ...byPassword });
    expect(await follow(service, 'confirm', confirm)).toEqual(NOTHING_MORE);
    expect(await ada.shownEmail()).toBe(NEW_EMAIL);
  });

  it('is visible only to the user and to administrators', async () => {
    const { pool } = service.database;
    await ada.put(NEW_EMAIL);
    const admin = await createToken(pool, await createUser(pool, { is_admin: true }));
    const stranger = await createToken(pool, await createUser(pool));
    const seenBy = async (token?: string) =>
      (await askData(service, `{ user(id: ${ada.id}) { pendingEmail } }`, { token })).user.pendingEmail;
    expect(await Promise.all([ada.token, admin, stranger, undefined].map(seenBy))).toEqual([
      NEW_EMAIL,
      NEW_EMAIL,
      null,
      null,
    ]);
  });

  it('takes effect once when both links are followed concurrently', async () => {
    const links = await ada.request();
    const lock = `select from users where id = ${ada.id} for update`;
    const sent = (path: string, token: string) => () => post(service, `/users/email_changes/${path}`, { token });
    const answers = await meeting(service, lock, () =>
      [sent('confirmations', links.confirm), sent('authorisations', links.authorise)].map((send) => send()),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 204]);
    expect(await ada.shownEmail()).toBe(NEW_EMAIL);
    expect(await service.takeMail()).toHaveLength(1);
  });
});
