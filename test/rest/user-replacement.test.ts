import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashPassword, verifyPassword } from '../../src/adapters/passwords/passwords.js';
import { createApplication, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { mailedToken, NOTHING_MORE, outcomeOf, post, refusal } from './accounts.js';
import { ask, metaOf, recordOf } from './ask.js';

const OLD = 'difference engine';

let service: TestService;
let oldHash: string;
let ada: string;
let token: string;
let admin: string;
const accounts = { full_name: 'Ada Lovelace', email: 'ada@example.org' };

beforeAll(async () => {
  service = await startService({ LIMIT_LOGIN_ACCOUNT_ADDRESS: '5/900' });
  oldHash = await hashPassword(OLD);
  const { pool } = service.database;
  admin = await createToken(
    pool,
    await createUser(pool, { is_admin: true, username: 'Boss', email: 'boss@example.org' }),
  );
});
afterAll(() => service.stop());

/** A new account for each test. */
beforeEach(async () => {
  const { pool } = service.database;
  await pool.query("delete from users where username ilike 'ada%'");
  ada = await createUser(pool, {
    ...accounts,
    username: 'ada',
    password_hash: oldHash,
    biography: 'Counts',
    twitter_username: '@ada',
    is_verified: true,
  });
  token = await createToken(pool, ada);
  await service.takeMail();
});

const put = (body: object, by: string | null = token, id = ada) =>
  ask(service, `/v2.1/users/${id}`, { method: 'PUT', token: by ?? undefined, body });
const storedOf = async (id: string) => {
  const { rows } = await service.database.pool.query<Record<string, unknown>>(
    `select username, full_name, email, biography, twitter_username, is_verified from users where id = $1`,
    [id],
  );
  return rows[0];
};
const same = { username: 'ada', ...accounts, biography: 'Counts', twitter_username: '@ada', is_verified: true };
const passwordIs = async (password: string) => {
  const { rows } = await service.database.pool.query<{ hash: string }>(
    'select password_hash as hash from users where id = $1',
    [ada],
  );
  return (await verifyPassword(rows[0]?.hash ?? null, password)).ok;
};
const isKnown = async (bearer: string) => 'user_uri' in metaOf(await ask(service, '/v2.1/events', { token: bearer }));

describe('PUT /users/{id} (contract §3.9)', () => {
  it('changes members of the body, keeps omitted ones, and clears empty ones', async () => {
    const change = {
      username: ' Ada2 ',
      full_name: ' Ada L. ',
      email: ' ADA@example.org ',
      is_admin: true,
      trusted: 1,
    };
    expect(await outcomeOf(put(change))).toEqual(NOTHING_MORE);
    const changed = { ...same, username: 'Ada2', full_name: 'Ada L.' };
    expect(await storedOf(ada)).toEqual(changed);
    const record = recordOf(await ask(service, `/v2.1/users/${ada}?verbose=yes`, { token }), 'users');
    expect(record).toMatchObject({ username: 'Ada2', email: 'ada@example.org', biography: 'Counts', trusted: 0 });
    expect(await outcomeOf(put({ ...accounts, biography: '', twitter_username: null }))).toEqual(NOTHING_MORE);
    expect(await storedOf(ada)).toEqual({ ...changed, ...accounts, biography: null, twitter_username: null });
  });

  it('accepts the record that it returned, as the website sends it', async () => {
    const record = recordOf(await ask(service, `/v2.1/users/${ada}?verbose=yes`, { token }), 'users');
    expect(await outcomeOf(put({ ...record, password: '', old_password: '' }))).toEqual(NOTHING_MORE);
    expect(await storedOf(ada)).toEqual(same);
  });

  it('checks permissions before the body', async () => {
    const { pool } = service.database;
    const stranger = await createToken(pool, await createUser(pool));
    const [third, first] = [await createApplication(pool), await createApplication(pool, { is_first_party: true })];
    const byThird = await createToken(pool, ada, { application_id: third });
    const byFirst = await createToken(pool, ada, { application_id: first });
    const wrong = { email: 'nonsense' };
    expect(await outcomeOf(put(wrong, null))).toEqual(refusal(401, 'You must be logged in to change a user account'));
    expect(await outcomeOf(put(wrong, stranger, '999999'))).toEqual(refusal(404, 'User not found'));
    expect(await outcomeOf(put(wrong, stranger))).toEqual(refusal(403, 'Could not update user'));
    const clientRefused = refusal(403, 'This client does not have permission to perform this operation');
    expect(await outcomeOf(put(wrong, byThird))).toEqual(clientRefused);
    expect(await storedOf(ada)).toEqual(same);
    expect(await outcomeOf(put(accounts, byFirst))).toEqual(NOTHING_MORE);
    expect(await outcomeOf(put({ ...accounts, full_name: 'By an admin' }, admin))).toEqual(NOTHING_MORE);
  });

  it('reports all errors together, in the order of the contract', async () => {
    expect(await outcomeOf(put({ password: 'short' }))).toEqual(
      refusal(
        400,
        "'full_name' is a required field. A valid entry for 'email' is required. " +
          'The field "old_password" is needed to update a user password. Passwords must be at least 6 characters long',
      ),
    );
    const taken = { full_name: 'Ada', email: 'BOSS@example.org', username: 'boss' };
    expect(await outcomeOf(put(taken))).toEqual(
      refusal(400, 'That username is already associated with another account'),
    );
    expect(await storedOf(ada)).toEqual(same);
  });

  it('of one username by concurrent requests succeeds for one', async () => {
    const { pool } = service.database;
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const id = await createUser(pool, { username: `ada-${index}` });
        const body = { full_name: 'Ada', email: `ada${index}@example.org`, username: 'Ada the one' };
        return put(body, await createToken(pool, id), id);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 11 }, () => 400)]);
  });
});

describe('a new password (contract §3.9)', () => {
  const change = { ...accounts, password: 'new password', old_password: OLD };

  it('requires the old one, and revokes all other tokens', async () => {
    const { pool } = service.database;
    const other = await createToken(pool, ada);
    await post(service, '/emails/reminders/password', { username: 'ada' });
    const reset = await mailedToken(service);
    expect(await outcomeOf(put({ ...change, old_password: 'guess' }))).toEqual(
      refusal(403, 'The credentials could not be verified'),
    );
    expect([await passwordIs(OLD), await isKnown(other)]).toEqual([true, true]);
    expect(await outcomeOf(put(change))).toEqual(NOTHING_MORE);
    expect([await passwordIs('new password'), await isKnown(token), await isKnown(other)]).toEqual([true, true, false]);
    const stale = post(service, '/users/passwords', { token: reset, password: 'of another user' });
    expect(await outcomeOf(stale)).toEqual(refusal(400, 'Password could not be reset'));
  });

  it('cannot be set by an administrator without the old one', async () => {
    expect(await outcomeOf(put({ ...change, old_password: '' }, admin))).toEqual(
      refusal(400, 'The field "old_password" is needed to update a user password'),
    );
    expect(await outcomeOf(put({ ...change, old_password: 'guess' }, admin))).toEqual(
      refusal(403, 'The credentials could not be verified'),
    );
    expect(await passwordIs(OLD)).toBe(true);
  });

  it('of two concurrent changes, one succeeds, and the other is rejected', async () => {
    const answers = await Promise.all(['one password', 'two password'].map((password) => put({ ...change, password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
  });

  it('cannot be guessed without limit by the holder of a token', async () => {
    await put({ ...accounts, username: 'ada guessed' });
    const statuses = [];
    for (let time = 1; time <= 6; time += 1)
      statuses.push((await put({ ...change, old_password: `guess ${time}` })).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });
});

describe('a new e-mail address set by an administrator (decisions no. 35)', () => {
  const byAddress = (one: { to: string }, other: { to: string }) => one.to.localeCompare(other.to);
  const notice = (to: string) => ({
    kind: 'email_changed',
    to,
    data: { username: 'ada', newEmail: 'moved@example.org' },
  });

  it('takes effect immediately, ends the links sent to the old one and notifies both; a verified account stays so', async () => {
    await post(service, '/emails/reminders/password', { username: 'ada' });
    const reset = await mailedToken(service);
    expect(await outcomeOf(put({ ...accounts, email: 'moved@example.org' }, admin))).toEqual(NOTHING_MORE);
    expect(await storedOf(ada)).toEqual({ ...same, email: 'moved@example.org' });
    const mails = await service.takeMail();
    expect(mails.sort(byAddress)).toEqual([notice('ada@example.org'), notice('moved@example.org')]);
    const stale = post(service, '/users/passwords', { token: reset, password: 'of the old mailbox' });
    expect(await outcomeOf(stale)).toEqual(refusal(400, 'Password could not be reset'));
  });

  it('sends a verification link too if the account is not verified', async () => {
    await service.database.pool.query('update users set is_verified = false where id = $1', [ada]);
    expect(await outcomeOf(put({ ...accounts, email: 'moved@example.org' }, admin))).toEqual(NOTHING_MORE);
    const mails = (await service.takeMail()).map(({ kind, to }) => `${kind} ${to}`);
    expect(mails.sort()).toEqual([
      'email_changed ada@example.org',
      'email_changed moved@example.org',
      'welcome moved@example.org',
    ]);
  });

  it('replaces a pending change: its links are invalid', async () => {
    await put({ ...accounts, email: 'pending@example.org', old_password: OLD });
    const confirm = await mailedToken(service);
    expect(await outcomeOf(put({ ...accounts, email: 'moved@example.org' }, admin))).toEqual(NOTHING_MORE);
    expect(await outcomeOf(post(service, '/users/email_changes/confirmations', { token: confirm }))).toEqual(
      refusal(400, 'The email address could not be changed'),
    );
  });

  it('stores another spelling of the same address without a mail', async () => {
    expect(await outcomeOf(put({ ...accounts, email: 'Ada@Example.org' }, admin))).toEqual(NOTHING_MORE);
    expect(await storedOf(ada)).toEqual({ ...same, email: 'Ada@Example.org' });
    expect(await service.takeMail()).toEqual([]);
  });
});
