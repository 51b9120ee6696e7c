import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as bcrypt from '@node-rs/bcrypt';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createToken } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { ask, bodyOf, type Answer } from './ask.js';

const PASSWORD = 'difference engine';
const WRONG_CLIENT = 'This client cannot authenticate using the password grant type';
const limits = { LIMIT_LOGIN_ADDRESS: 'off', LIMIT_LOGIN_ACCOUNT_ADDRESS: 'off', LIMIT_LOGIN_ACCOUNT: 'off' };

let service: TestService;
let client: WireClient;
let ada: string;
beforeAll(async () => {
  service = await startService(limits);
  const { pool } = service.database;
  client = await createClient(pool, { name: 'Website' });
  ada = await createMember(pool, 'Ada', PASSWORD);
  await createMember(pool, 'asleep', PASSWORD, { is_active: false });
  await createMember(pool, 'fresh', PASSWORD, { is_verified: false });
  await createMember(pool, 'keyless', PASSWORD, { password_hash: null });
});
afterAll(() => service.stop());

const grant = () => ({ grant_type: 'password', username: 'ada', password: PASSWORD, ...client });
const post = (body: unknown, question: { token?: string; headers?: Record<string, string> } = {}) =>
  ask(service, '/v2.1/token', { method: 'POST', body, ...question });
const said = (answer: Answer) => [answer.status, bodyOf(answer)];

async function row<Row extends object>(sql: string, ...values: unknown[]): Promise<Row> {
  const { rows } = await service.database.pool.query<Row>(sql, values);
  if (!rows[0]) throw new Error(`Nothing answers ${sql}`);
  return rows[0];
}

describe('POST /token (contract §2.2)', () => {
  it('returns only a token and the URL of its user; the token is valid', async () => {
    const answer = await post(grant());
    const { access_token: token, ...rest } = bodyOf(answer);
    expect([answer.status, rest]).toEqual([200, { user_uri: `${service.base}/v2.1/users/${ada}` }]);
    expect(Object.keys(bodyOf(answer))).toEqual(['access_token', 'user_uri']);
    expect(token).toMatch(/^[\w-]{40,64}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf8');
    const seen = await ask(service, '/v2.1', { token: String(token) });
    expect(bodyOf(seen)['meta']).toEqual({ user_uri: rest['user_uri'] });
  });

  it('accepts a form as well, and a username in any case; older tokens stay valid', async () => {
    const older = String(bodyOf(await post(grant()))['access_token']);
    const form = new URLSearchParams({ ...grant(), username: 'aDA' }).toString();
    const answer = await post(form, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
    expect([answer.status, bodyOf(answer)['access_token'] === older]).toEqual([200, false]);
    expect(bodyOf(await ask(service, '/v2.1', { token: older }))).toHaveProperty('meta');
  });

  it('returns meta.user_uri only if a valid token was sent', async () => {
    const token = await createToken(service.database.pool, ada);
    const uri = `${service.base}/v2.1/users/${ada}`;
    expect(bodyOf(await post(grant(), { token }))).toEqual({
      access_token: expect.any(String),
      user_uri: uri,
      meta: { user_uri: uri },
    });
    expect(bodyOf(await post(grant(), { token: 'unknown' }))).not.toHaveProperty('meta');
  });

  const missing = 'The fields "username" and "password" are both required';
  it.each([
    ['nothing at all', { grant_type: '', username: '', password: '' }, 400, 'The field "grant_type" is required'],
    ['no username, and more', { grant_type: 'x', username: '', client_id: 'x' }, 400, missing],
    ['no password, and more', { grant_type: 'x', password: null, client_id: 'x' }, 400, missing],
    ['another grant, and more', { grant_type: 'code', client_id: 'x' }, 400, 'Grant type not recognised'],
    ['an unknown application, and more', { client_id: 'x', username: 'fresh' }, 403, WRONG_CLIENT],
    ['no application', { client_id: '', client_secret: undefined }, 403, WRONG_CLIENT],
    ['a wrong secret, and more', { client_secret: 'x', password: 'x' }, 403, WRONG_CLIENT],
    ['an unknown user', { username: 'nobody' }, 403, 'Signin failed'],
    ['an invalid username', { username: 'ada\0' }, 403, 'Signin failed'],
    ['a wrong password', { password: 'x' }, 403, 'Signin failed'],
    ['an account that is not active', { username: 'asleep' }, 403, 'Signin failed'],
    ['an account without a password', { username: 'keyless', password: '' }, 400, missing],
    ['an account without a password, and one', { username: 'keyless' }, 403, 'Signin failed'],
    ['a wrong password of an unverified account', { username: 'fresh', password: 'x' }, 403, 'Signin failed'],
    ['an unverified account', { username: 'fresh' }, 401, 'Not verified'],
  ])('rejects %s', async (_, wrong, status, sentence) => {
    const before = await row('select count(*) from access_tokens');
    const answer = await post({ ...grant(), ...wrong });
    expect(said(answer)).toEqual([status, [sentence]]);
    expect(await row('select count(*) from access_tokens')).toEqual(before);
  });

  it('rejects an application without the password grant, also with the right secret', async () => {
    const other = await createClient(service.database.pool, { may_use_password_grant: false });
    expect(said(await post({ ...grant(), ...other }))).toEqual([403, [WRONG_CLIENT]]);
    // Before the password, so that the application cannot be used to guess passwords.
    expect(said(await post({ ...grant(), ...other, password: 'x' }))).toEqual([403, [WRONG_CLIENT]]);
  });

  it('returns the code and the reason in problem documents', async () => {
    const Accept = 'application/problem+json';
    const problem = async (wrong: object) => bodyOf(await post({ ...grant(), ...wrong }, { headers: { Accept } }));
    expect(await problem({ username: 'fresh' })).toMatchObject({
      code: 'UNAUTHENTICATED',
      problems: [{ reason: 'NOT_VERIFIED' }],
    });
    expect(await problem({ password: 'x' })).toMatchObject({
      code: 'FORBIDDEN',
      problems: [{ reason: 'SIGN_IN_FAILED' }],
    });
    expect(await problem({ client_id: 'x' })).toMatchObject({
      code: 'FORBIDDEN',
      problems: [{ reason: 'CLIENT_REFUSED' }],
    });
  });

  it('takes as long for an unknown account as for a wrong password', async () => {
    const wrong = { known: { password: 'x' }, unknown: { username: 'nobody' } };
    const fastest = { known: Infinity, unknown: Infinity };
    // More rounds average out noise; a real difference remains.
    const apart = () => Math.abs(fastest.known - fastest.unknown);
    for (let turn = 0; turn < 8 || (turn < 80 && !(apart() < 50)); turn += 1) {
      for (const which of ['known', 'unknown'] as const) {
        const begin = performance.now();
        await post({ ...grant(), ...wrong[which] });
        fastest[which] = Math.min(fastest[which], performance.now() - begin);
      }
    }
    expect(fastest.unknown).toBeGreaterThan(95);
    expect(apart()).toBeLessThan(50);
  });
});

describe('the effects of a login', () => {
  it('stores the time of the login', async () => {
    await post(grant());
    const { ago } = await row<{ ago: number }>(
      'select extract(epoch from now() - last_login_at)::float8 as ago from users where id = $1',
      ada,
    );
    expect(Math.abs(ago)).toBeLessThan(30);
  });

  const legacyHash = (password: string) => bcrypt.hash(createHash('md5').update(password).digest('hex'), 4);
  const hashOf = async (id: string) =>
    (await row<{ password_hash: string }>('select password_hash from users where id = $1', id)).password_hash;

  it('rehashes a password of the original, if it was right', async () => {
    const { pool } = service.database;
    const id = await createMember(pool, 'imported', PASSWORD, { password_hash: await legacyHash(PASSWORD) });
    await post({ ...grant(), username: 'imported', password: 'wrong' });
    expect(await hashOf(id)).toMatch(/^\$2/);
    expect((await post({ ...grant(), username: 'imported' })).status).toBe(200);
    const hashed = await hashOf(id);
    expect(hashed).toMatch(/^\$argon2id\$/);
    expect((await post({ ...grant(), username: 'imported' })).status).toBe(200);
    expect(await hashOf(id)).toBe(hashed);
  });

  it('accepts an old password that is shorter than the minimum for new ones', async () => {
    const id = await createMember(service.database.pool, 'short', PASSWORD, { password_hash: await legacyHash('abc') });
    expect((await post({ ...grant(), username: 'short', password: 'abc' })).status).toBe(200);
    expect(await hashOf(id)).toMatch(/^\$2/);
  });

  it('accepts many concurrent logins during a rehash', async () => {
    const hash = await legacyHash(PASSWORD);
    await createMember(service.database.pool, 'busy', PASSWORD, { password_hash: hash });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post({ ...grant(), username: 'busy' })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it('deletes expired tokens of the account, and no others', async () => {
    const { pool } = service.database;
    const user = await createMember(pool, 'idler', PASSWORD);
    const { id: website } = await createClient(pool, { token_idle_days: 2 });
    const token = (application_id: string | null, last_used_at: string | null, created_at = '2026-01-01') =>
      createToken(pool, user, { application_id, last_used_at, created_at });
    const soon = new Date(Date.now() - 86_400_000).toISOString();
    const tokens = {
      'used long ago': await token(website, '2026-01-02'),
      'never used': await token(website, null),
      'used yesterday': await token(website, soon),
      'new, never used': await token(website, null, soon),
      'of another application': await token(client.id, null),
      'of no application': await token(null, null),
      'of a time that is over': await createToken(pool, user, { expires_at: '2026-01-01' }),
    };
    await post({ ...grant(), username: 'idler' });
    const { rows } = await pool.query<{ hash: string }>(
      'select token_hash as hash from access_tokens where user_id = $1 order by id limit 4',
      [user],
    );
    const left = new Set(rows.map(({ hash }) => hash));
    const isLeft = (secret: string) => left.has(createHash('sha256').update(secret).digest('hex'));
    expect(Object.entries(tokens).flatMap(([name, secret]) => (isLeft(secret) ? [name] : []))).toEqual([
      'used yesterday',
      'new, never used',
      'of another application',
      'of no application',
    ]);
  });

  /** Runs work between the look-up of the account and the end of its password check. */
  const whileChecking = async (username: string, wire: WireClient, happens: () => Promise<unknown>) => {
    service.takeStatements();
    const login = post({ ...grant(), username, ...wire });
    while (!service.takeStatements().some((text) => text.includes('password_hash'))) await sleep(1);
    await happens();
    return said(await login);
  };

  it('issues no token if the password is reset during the check', async () => {
    const { pool } = service.database;
    const id = await createMember(pool, 'robbed', PASSWORD);
    const reset = () => pool.query(`update users set password_hash = 'no hash at all' where id = $1`, [id]);
    expect(await whileChecking('robbed', client, reset)).toEqual([403, ['Signin failed']]);
    expect(await row('select count(*)::int from access_tokens where user_id = $1', id)).toEqual({ count: 0 });
  });

  it('issues no token for an application that is deleted concurrently', async () => {
    const { pool } = service.database;
    const gone = await createClient(pool);
    const remove = () => pool.query('delete from applications where id = $1', [gone.id]);
    expect(await whileChecking('ada', gone, remove)).toEqual([403, [WRONG_CLIENT]]);
  });
});
