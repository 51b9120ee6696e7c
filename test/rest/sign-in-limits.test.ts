import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { ask, bodyOf } from './ask.js';

const PASSWORD = 'difference engine';

let service: TestService;
let client: WireClient;
beforeAll(async () => {
  const limits = { LIMIT_LOGIN_ADDRESS: '8/900', LIMIT_LOGIN_ACCOUNT: '3/900', TRUST_PROXY: '1' };
  service = await startService(limits);
  client = await createClient(service.database.pool);
  for (const name of ['ada', 'grace', 'hedy']) await createMember(service.database.pool, name, PASSWORD);
});
afterAll(() => service.stop());

const login = (username: string, password: string, from: string) =>
  ask(service, '/v2.1/token', {
    method: 'POST',
    body: { grant_type: 'password', username, password, ...client },
    headers: { 'X-Forwarded-For': from },
  });
const statuses = async (times: number, ...args: Parameters<typeof login>) => {
  const all: number[] = [];
  for (let turn = 0; turn < times; turn += 1) all.push((await login(...args)).status);
  return all;
};

describe('password guessing', () => {
  it('is limited per account, in any case and from any address; other accounts can log in', async () => {
    expect(await statuses(3, 'Ada', 'wrong', '192.0.2.1')).toEqual([403, 403, 403]);
    const refused = await login('aDA', PASSWORD, '192.0.2.2');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(refused.status).toBe(429);
    expect(seconds).toBeGreaterThan(800);
    expect(bodyOf(refused)).toEqual([
      'Too many wrong passwords for this account. Log in from an address where you did so in the last 30 days, reset your ' +
        `password, or try again in ${seconds} seconds`,
    ]);
    expect(refused.headers.get('ratelimit')).toContain('"login_account";r=0');
    expect((await login('grace', PASSWORD, '192.0.2.1')).status).toBe(200);
  });

  it('is limited for an unknown account in the same way', async () => {
    expect(await statuses(4, 'nobody', 'wrong', '192.0.2.3')).toEqual([403, 403, 403, 429]);
  });

  it('is limited per address, for any accounts', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `stranger${index}`);
    const answers = await Promise.all(names.map((name) => login(name, 'wrong', '192.0.2.4')));
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    expect((await login('grace', PASSWORD, '192.0.2.4')).status).toBe(429);
  });

  it('does not include logins with the right password', async () => {
    expect(await statuses(10, 'hedy', PASSWORD, '192.0.2.5')).toEqual(Array(10).fill(200));
  });

  it('does not include requests with a wrong application secret', async () => {
    const body = { grant_type: 'password', username: 'hedy', password: 'wrong', client_id: client.client_id };
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await ask(service, '/v2.1/token', { method: 'POST', body })).status).toBe(403);
    }
    expect((await login('hedy', PASSWORD, '192.0.2.6')).status).toBe(200);
  });
});

it('with COMPATIBILITY=legacy a 429 has the message that the website shows (decisions no. 33)', async () => {
  const legacy = await startService({ COMPATIBILITY: 'legacy', LIMIT_LOGIN_ADDRESS: '1/900' });
  try {
    const credentials = await createClient(legacy.database.pool);
    const body = { grant_type: 'password', username: 'ada', password: 'wrong', ...credentials };
    const attempt = (headers = {}) => ask(legacy, '/v2.1/token', { method: 'POST', body, headers });
    await attempt();
    const refused = await attempt();
    expect([refused.status, refused.text]).toEqual([429, '["Signin failed"]']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    const problem = await attempt({ Accept: 'application/problem+json' });
    expect([problem.status, bodyOf(problem)]).toEqual([429, expect.objectContaining({ code: 'RATE_LIMITED' })]);
  } finally {
    await legacy.stop();
  }
});
