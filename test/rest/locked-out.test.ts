import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { mailedToken } from './accounts.js';
import { ask as askGraph } from '../graphql/ask.js';
import { ask } from './ask.js';

const PASSWORD = 'difference engine';
/** Allowed wrong passwords of an account, from all addresses and from one. */
const [FROM_ALL, FROM_ONE] = [5, 3];
const [HOME, ELSEWHERE] = ['192.0.2.1', '198.51.100.1'];

let service: TestService;
let client: WireClient;
beforeAll(async () => {
  service = await startService({
    ...{ LIMIT_LOGIN_ACCOUNT: `${FROM_ALL}/86400`, LIMIT_LOGIN_ACCOUNT_ADDRESS: `${FROM_ONE}/3600` },
    ...{ LIMIT_LOGIN_ADDRESS: 'off', TRUST_PROXY: '1' },
  });
  client = await createClient(service.database.pool);
});
afterAll(() => service.stop());
beforeEach(async () => {
  const { pool } = service.database;
  await pool.query('delete from rate_limits');
  await pool.query('delete from users where username = any($1)', [['ada', 'grace']]);
  for (const name of ['ada', 'grace']) await createMember(pool, name, PASSWORD, { email: `${name}@example.org` });
});

async function post(path: string, from: string, body: object) {
  const headers = { 'X-Forwarded-For': from };
  return (await ask(service, `/v2.1${path}`, { method: 'POST', body, headers })).status;
}
const login = (from: string, password = PASSWORD, username = 'ada') =>
  post('/token', from, { grant_type: 'password', username, password, ...client });

/** Concurrent wrong passwords, each from another address: how many were checked. */
async function guessEverywhere(times: number): Promise<number> {
  const told = await Promise.all(Array.from({ length: times }, (_, place) => login(`203.0.113.${place}`, 'wrong')));
  expect(told.filter((status) => status !== 403 && status !== 429)).toEqual([]);
  return told.filter((status) => status === 403).length;
}
const turns = async (...passwords: string[]) => {
  const told: number[] = [];
  for (const password of passwords) told.push(await login(HOME, password));
  return told;
};

describe('A client that guesses passwords from another address', () => {
  it('is limited together with all others, but the owner can log in from a known address', async () => {
    expect(await login(HOME)).toBe(200);
    expect(await guessEverywhere(40)).toBe(FROM_ALL);
    expect(await guessEverywhere(40)).toBe(0);
    expect(await login(ELSEWHERE)).toBe(429);
    expect([await login(HOME), await login(HOME)]).toEqual([200, 200]);
    expect(await login(ELSEWHERE)).toBe(429);
  });

  it('gets an error, in REST and GraphQL, that known addresses and a password reset still work', async () => {
    await guessEverywhere(10);
    const credentials = { username: 'ada', password: PASSWORD };
    const headers = { 'X-Forwarded-For': ELSEWHERE };
    const rest = await ask(service, '/v2.1/token', {
      ...{ method: 'POST', body: { grant_type: 'password', ...credentials, ...client } },
      headers: { ...headers, Accept: 'application/problem+json' },
    });
    expect([rest.status, JSON.parse(rest.text)]).toEqual([
      429,
      expect.objectContaining({
        title: expect.stringMatching(
          /^Too many wrong passwords for this account\. Log in from an address where you did so in the last 30 days, reset your password, or try again in \d+ seconds$/,
        ),
        code: 'RATE_LIMITED',
        problems: [{ reason: 'LOGIN_LOCKED' }],
      }),
    ]);
    const document = 'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { accessToken } }';
    const input = { ...credentials, clientId: client.client_id, clientSecret: client.client_secret };
    const { errors } = await askGraph(service, document, { variables: { input }, headers });
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('from an address that logged in within the last 30 days'),
        extensions: { code: 'RATE_LIMITED', problems: [{ reason: 'LOGIN_LOCKED' }], retryAfter: expect.any(Number) },
      },
    ]);
  });

  it('gains nothing by logging in to its own account', async () => {
    expect(await login(ELSEWHERE, PASSWORD, 'grace')).toBe(200);
    expect(await guessEverywhere(10)).toBe(FROM_ALL);
    expect(await login(ELSEWHERE)).toBe(429);
    expect(await login(ELSEWHERE, PASSWORD, 'grace')).toBe(200);
  });

  it('does not lock out an owner with a link from a mail', async () => {
    expect(await guessEverywhere(10)).toBe(FROM_ALL);
    expect(await login(ELSEWHERE)).toBe(429);
    await post('/emails/reminders/password', ELSEWHERE, { username: 'ada' });
    const token = await mailedToken(service);
    const password = 'analytical engine';
    expect(await post('/users/passwords', ELSEWHERE, { token, password })).toBe(204);
    expect(await login(ELSEWHERE, password)).toBe(200);
  });
});

describe('An address from which an account logs in', () => {
  it('is limited too, after as many wrong passwords as any other', async () => {
    expect(await turns(PASSWORD, ...Array<string>(FROM_ONE).fill('wrong'), 'wrong', PASSWORD)).toEqual([
      ...[200, ...Array<number>(FROM_ONE).fill(403)],
      ...[429, 429],
    ]);
  });

  it('is reset by the right password', async () => {
    expect(await turns('wrong', 'wrong', PASSWORD, 'wrong', 'wrong', PASSWORD)).toEqual([403, 403, 200, 403, 403, 200]);
  });

  it('is forgotten after thirty days', async () => {
    expect(await login(HOME)).toBe(200);
    await guessEverywhere(10);
    const { pool } = service.database;
    const until = `select (expire - extract(epoch from now()) * 1000)::float8 / 86400000 as days from rate_limits where key like 'proven:%'`;
    const { rows } = await pool.query<{ days: number }>(until);
    expect(rows.map(({ days }) => Math.round(days))).toEqual([30]);
    await pool.query("update rate_limits set expire = expire - 30 * 86400000::bigint where key like 'proven:%'");
    expect(await login(HOME)).toBe(429);
  });

  it('is stored as a hash only', async () => {
    expect([await login(HOME, 'wrong'), await login(HOME)]).toEqual([403, 200]);
    const { rows } = await service.database.pool.query<{ key: string }>('select key from rate_limits');
    expect(rows.filter(({ key }) => !/^\w+:[0-9a-f]{32}$/.test(key))).toEqual([]);
    expect(rows.map(({ key }) => key.replace(/:.*/, '')).sort()).toEqual([
      ...['login_account', 'login_account_address', 'proven'],
    ]);
  });
});
