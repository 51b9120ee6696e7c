import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { createClient, createMember } from '../support/sign-in.js';
import { startService, type TestService } from '../support/service.js';
import { mailedToken, outcomeOf, post, refusal } from './accounts.js';
import { ask } from './ask.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());

const pool = () => service.database.pool;
const member = (name: string, row = {}) =>
  createMember(pool(), name, 'secret enough', { email: `${name}@example.org`, ...row });

describe('tokens in mails', () => {
  it('are valid only for their purpose, and a reset only once; an account that is verified stays so', async () => {
    await member('ada', { is_verified: false });
    const failed = refusal(400, 'Password could not be reset');
    const unverified = refusal(400, 'Verification failed');
    await post(service, '/emails/verifications', { email: 'ADA@example.org' });
    const verification = await mailedToken(service);
    await post(service, '/emails/reminders/password', { username: 'ada' });
    const reset = await mailedToken(service);
    const resetBy = (token: string) => outcomeOf(post(service, '/users/passwords', { token, password: 'another one' }));
    const verifyBy = (token: string) => outcomeOf(post(service, '/users/verifications', { token }));
    expect([await resetBy(verification), await verifyBy(reset)]).toEqual([failed, unverified]);
    // The stored hash is not a valid token.
    const { rows } = await pool().query<{ hash: string }>('select token_hash as hash from account_tokens');
    for (const { hash } of rows) expect([await resetBy(hash), await verifyBy(hash)]).toEqual([failed, unverified]);
    expect((await resetBy(reset))[0]).toBe(204);
    expect([await resetBy(reset), (await verifyBy(verification))[0]]).toEqual([failed, 204]);
  });

  it('are invalid once the account is inactive', async () => {
    const id = await member('ben');
    await post(service, '/emails/reminders/password', { username: 'ben' });
    const reset = await mailedToken(service);
    await pool().query('update users set is_active = false where id = $1', [id]);
    expect(await outcomeOf(post(service, '/users/passwords', { token: reset, password: 'another one' }))).toEqual(
      refusal(400, 'Password could not be reset'),
    );
  });

  it('have links to this service, whatever the Host of the request', async () => {
    await member('cleo');
    const response = await fetch(`${service.base}/v2.1/emails/reminders/password`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
        Forwarded: 'host=evil.example',
        Origin: 'https://evil.example',
        Referer: 'https://evil.example/',
      },
      body: '{"username": "cleo", "website": "https://evil.example"}',
    });
    expect(response.status).toBe(202);
    const letters = await service.takeMail();
    expect(JSON.stringify(letters)).not.toContain('evil');
    expect(JSON.stringify(letters)).toContain(`${service.base}/user/new-password?token=`);
  });
});

describe('access tokens', () => {
  it.each([
    ['of an account that is not active', 'update users set is_active = false where id = $1'],
    ['of an account that was deleted', 'delete from users where id = $1'],
    ['that were revoked', 'delete from access_tokens where user_id = $1'],
  ])('%s cannot write', async (_, statement) => {
    const id = await make.createUser(pool());
    const token = await make.createToken(pool(), id);
    const event = await make.createEvent(pool());
    const path = `/v2.1/events/${event}/attending`;
    expect((await ask(service, path, { method: 'POST', token })).status).toBe(201);
    await pool().query(statement, [id]);
    const answer = await ask(service, path, { method: 'POST', token });
    expect([answer.status, answer.text]).toEqual([401, '["You must be logged in to create data"]']);
  });

  it('are not issued to inactive or unverified accounts, nor for the secret of another application', async () => {
    await member('dora', { is_verified: false });
    await member('eve', { is_active: false });
    await member('finn');
    const [one, other] = [
      await createClient(pool(), { may_use_password_grant: true }),
      await createClient(pool(), { may_use_password_grant: true }),
    ];
    const login = (username: string, password: string, { client_id, client_secret } = one) =>
      outcomeOf(post(service, '/token', { grant_type: 'password', username, password, client_id, client_secret }));
    const failed = refusal(403, 'Signin failed');
    expect(await login('dora', 'wrong')).toEqual(failed);
    expect(await login('dora', 'secret enough')).toEqual(refusal(401, 'Not verified'));
    expect(await login('eve', 'secret enough')).toEqual(failed);
    expect(await login('nobody', 'secret enough')).toEqual(failed);
    expect(await login('%', 'secret enough')).toEqual(failed);
    expect(await login('fin_', 'secret enough')).toEqual(failed);
    const mixed = { ...one, client_secret: other.client_secret };
    expect(await login('finn', 'secret enough', mixed)).toEqual(
      refusal(403, 'This client cannot authenticate using the password grant type'),
    );
    expect((await login('finn', 'secret enough'))[0]).toBe(200);
  });
});

describe('another user’s account', () => {
  const put = (id: string, token: string, body: object) =>
    ask(service, `/v2.1/users/${id}`, { method: 'PUT', token, body });

  it('cannot be taken over by its address, its name or its ID', async () => {
    const victim = await member('victim');
    const attacker = await member('attacker');
    const token = await make.createToken(pool(), attacker);
    const own = { full_name: 'Attacker', email: 'attacker@example.org' };
    for (const email of ['victim@example.org', 'VICTIM@EXAMPLE.ORG', ' victim@example.org ']) {
      const answer = await put(attacker, token, { ...own, email });
      expect([email, answer.status, answer.text]).toEqual([email, 204, '']);
    }
    for (const username of ['victim', 'Victim', ' victim ']) {
      expect((await put(attacker, token, { ...own, username })).status).toBe(400);
    }
    expect((await put(victim, token, own)).status).toBe(403);
    // Privileges cannot be set by members of the body.
    const more = { is_admin: true, admin: 1, trusted: 1, isAdmin: true, verified: true, id: victim, user_id: victim };
    expect((await put(attacker, token, { ...own, ...more })).status).toBe(204);
    const { rows } = await pool().query(
      'select username, email, is_admin, is_trusted from users where id = any($1) order by username',
      [[victim, attacker]],
    );
    expect(rows).toEqual([
      { username: 'attacker', email: 'attacker@example.org', is_admin: false, is_trusted: false },
      { username: 'victim', email: 'victim@example.org', is_admin: false, is_trusted: false },
    ]);
  });

  it('is not accessible to another user’s application, nor is that application', async () => {
    const [owner, other] = [await make.createUser(pool()), await make.createUser(pool(), { is_admin: true })];
    const { id } = await createClient(pool(), { user_id: owner });
    const token = await make.createToken(pool(), other);
    const body = { name: 'Mine', description: 'now', callback_url: 'https://evil.example' };
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await ask(service, `/v2.1/applications/${id}`, {
        method,
        token,
        ...(method === 'PUT' && { body }),
      });
      expect([method, answer.status, answer.text]).toEqual([method, 404, '["No application found"]']);
    }
  });
});
