import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ask } from '../rest/ask.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { request, submitForm } from './flow.js';

const PASSWORD = 'difference engine';

let service: TestService;
let client: WireClient;
beforeAll(async () => {
  service = await startService({ LIMIT_LOGIN_ADDRESS: '8/900', LIMIT_LOGIN_ACCOUNT: '3/900', TRUST_PROXY: '1' });
  const { pool } = service.database;
  client = await createClient(pool);
  for (const name of ['grace', 'hedy', 'joan']) await createMember(pool, name, PASSWORD);
});
beforeEach(() => service.database.pool.query('delete from rate_limits'));
afterAll(() => service.stop());

const byForm = (username: string, password: string, from: string) =>
  submitForm(service, request(service).parameters, { username, password }, { 'X-Forwarded-For': from });
const byToken = (username: string, password: string, from: string) =>
  ask(service, '/v2.1/token', {
    method: 'POST',
    body: { grant_type: 'password', username, password, ...client },
    headers: { 'X-Forwarded-For': from },
  });

describe('The limit of wrong passwords', () => {
  it('gives back to the address the wrong passwords of an account that logs in then', async () => {
    const from = '192.0.2.11';
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1)
      for (const password of ['wrong', 'wrong', PASSWORD]) statuses.push((await byForm('hedy', password, from)).status);

    expect(statuses).toEqual(Array.from({ length: 5 }, () => [403, 403, 303]).flat());
  });

  it('includes neither correct logins at once nor rejected attempts', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, () => byToken('grace', PASSWORD, '192.0.2.13')));
    const { rows } = await service.database.pool.query<{ points: number }>(
      'select points from rate_limits where points > 0',
    );
    const busy = all.filter(({ status }) => status === 503);

    expect(rows).toEqual([]);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(new Set(busy.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['2']));
    expect((await byToken('grace', PASSWORD, '192.0.2.13')).status).toBe(200);
  });

  it('accepts the right password only among the first, if many are tried at once', async () => {
    const guesses = [...Array<string>(12).fill('wrong'), PASSWORD];
    const all = await Promise.all(guesses.map((password) => byForm('joan', password, '192.0.2.14')));

    expect(all.at(-1)?.status).toBe(429);
    expect(all.filter(({ status }) => status === 403)).toHaveLength(3);
  });
});
