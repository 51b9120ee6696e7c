import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { mailedToken, meeting, NOTHING_MORE, outcomeOf, post, refusal } from './accounts.js';
import { ask, metaOf } from './ask.js';

let service: TestService;
let ada: string;

beforeAll(async () => {
  service = await startService({ LIMIT_REMINDER_ADDRESS: 'off', LIMIT_REMINDER_ACCOUNT: 'off' });
  ada = await createUser(service.database.pool, { username: 'Ada', email: 'Ada@Example.org' });
});
afterEach(async () => void (await service.takeMail()));
afterAll(() => service.stop());

const askForReset = async () => {
  await post(service, '/emails/reminders/password', { username: 'ada' });
  return mailedToken(service);
};
const askForVerification = async () => {
  await post(service, '/emails/verifications', { email: 'ada@example.org' });
  return mailedToken(service);
};
const stateOf = async (id: string) => {
  const { rows } = await service.database.pool.query<Record<string, unknown>>(
    `select is_verified as verified, password_hash as hash,
        (select count(*)::int from access_tokens where user_id = u.id) as "accessTokens",
        (select count(*)::int from account_tokens where user_id = u.id) as "accountTokens"
      from users u where id = $1`,
    [id],
  );
  return rows[0];
};

describe('POST /users/verifications (contract §2.5)', () => {
  it('verifies the address, and then says so for every link that was mailed, also after it has expired', async () => {
    const [first, second] = [await askForVerification(), await askForVerification()];
    expect(await stateOf(ada)).toMatchObject({ verified: false });
    for (const token of [second, first, second]) {
      expect(await outcomeOf(post(service, '/users/verifications', { token }))).toEqual(NOTHING_MORE);
      expect(await stateOf(ada)).toMatchObject({ verified: true });
    }
    await service.database.pool.query("update account_tokens set expires_at = now() - interval '1 second'");
    expect(await outcomeOf(post(service, '/users/verifications', { token: first }))).toEqual(NOTHING_MORE);
    await service.database.pool.query('update users set is_verified = false where id = $1', [ada]);
  });

  it('requires an unexpired token of its own kind, and an active account', async () => {
    const { pool } = service.database;
    const failed = refusal(400, 'Verification failed');
    expect(await outcomeOf(post(service, '/users/verifications', {}))).toEqual([
      400,
      ['Verification token must be supplied'],
      null,
    ]);
    expect(await outcomeOf(post(service, '/users/verifications', { token: 'made-up' }))).toEqual(failed);
    expect(await outcomeOf(post(service, '/users/verifications', { token: await askForReset() }))).toEqual(failed);
    const late = await askForVerification();
    await pool.query("update account_tokens set expires_at = now() - interval '1 second'");
    expect(await outcomeOf(post(service, '/users/verifications', { token: late }))).toEqual(failed);
    const disabled = await askForVerification();
    await pool.query('update users set is_active = false where id = $1', [ada]);
    expect(await outcomeOf(post(service, '/users/verifications', { token: disabled }))).toEqual(failed);
    await pool.query('update users set is_active = true where id = $1', [ada]);
  });

  it('accepts both of two concurrent requests with the same token: programs open links of mails, too', async () => {
    const token = await askForVerification();
    const lock = `select from users where id = ${ada} for update`;
    const answers = await meeting(service, lock, () =>
      [1, 2].map(() => post(service, '/users/verifications', { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  });

  it('deletes expired tokens', async () => {
    await service.database.pool.query("update account_tokens set expires_at = now() - interval '1 second'");
    await askForVerification();
    expect(await stateOf(ada)).toMatchObject({ accountTokens: 1 });
  });
});

describe('POST /users/passwords (contract §2.5)', () => {
  it('sets the password, verifies the address, and revokes every token of the account', async () => {
    const { pool } = service.database;
    const access = await createToken(pool, ada);
    const other = await createToken(pool, await createUser(pool));
    await pool.query('update users set is_verified = false where id = $1', [ada]);
    await pool.query('delete from account_tokens');
    const verification = await askForVerification();
    const token = await askForReset();
    expect(await outcomeOf(post(service, '/users/passwords', { token, password: 'new password' }))).toEqual(
      NOTHING_MORE,
    );
    // The reset has verified the address: the link of an earlier mail says so.
    expect(await outcomeOf(post(service, '/users/verifications', { token: verification }))).toEqual(NOTHING_MORE);
    expect(await stateOf(ada)).toEqual({
      verified: true,
      accessTokens: 0,
      accountTokens: 1,
      hash: expect.stringMatching(/^\$argon2id\$/),
    });
    const viewerOf = async (bearer: string) => metaOf(await ask(service, '/v2.1/events', { token: bearer }));
    expect(await viewerOf(access)).not.toHaveProperty('user_uri');
    expect(await viewerOf(other)).toHaveProperty('user_uri');
  });

  it.each([
    [{}, 'Reset token must be supplied. New password must be supplied'],
    [{ token: 'x' }, 'New password must be supplied'],
    [{ token: 'x', password: '12345' }, 'Passwords must be at least 6 characters long'],
    [{ password: 'long enough' }, 'Reset token must be supplied'],
    [{ token: 'x', password: 'long enough' }, 'Password could not be reset'],
  ])('%j: %s', async (body, sentence) => {
    expect(await outcomeOf(post(service, '/users/passwords', body))).toEqual(refusal(400, sentence));
  });

  it('rejects tokens of the other kind, and expired ones', async () => {
    const failed = refusal(400, 'Password could not be reset');
    const reset = (token: string) => outcomeOf(post(service, '/users/passwords', { token, password: 'long enough' }));
    expect(await reset(await askForVerification())).toEqual(failed);
    const late = await askForReset();
    const { pool } = service.database;
    const { rows } = await pool.query(
      "select round(extract(epoch from expires_at - now()) / 60)::int as minutes from account_tokens where purpose = 'reset_password'",
    );
    expect(rows).toEqual([{ minutes: 60 }]);
    await pool.query("update account_tokens set expires_at = now() - interval '1 second'");
    expect(await reset(late)).toEqual(failed);
  });

  it('20 concurrent uses of one token set one password', async () => {
    const token = await askForReset();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(service, '/users/passwords', { token, password: `password ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 19 }, () => 400)]);
  });
});
