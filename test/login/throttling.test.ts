import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  for (const name of ['ada', 'grace', 'hedy', 'mary']) await createMember(pool, name, PASSWORD);
});
afterAll(() => service.stop());

const byForm = (username: string, password: string, from: string) =>
  submitForm(service, request(service).parameters, { username, password }, { 'X-Forwarded-For': from });
const byToken = (username: string, password: string, from: string) =>
  ask(service, '/v2.1/token', {
    method: 'POST',
    body: { grant_type: 'password', username, password, ...client },
    headers: { 'X-Forwarded-For': from },
  });

describe('Password guessing on the login form', () => {
  it('has the limits of POST /v2.1/token, and counts with it', async () => {
    const guesses = [
      await byForm('Ada', 'wrong', '192.0.2.1'),
      await byToken('ada', 'wrong', '192.0.2.2'),
      await byForm('aDA', 'wrong', '192.0.2.3'),
    ];
    const right = [await byForm('ada', PASSWORD, '192.0.2.4'), await byToken('ada', PASSWORD, '192.0.2.5')] as const;
    const page = await right[0].text();

    expect(guesses.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(right.map(({ status }) => status)).toEqual([429, 429]);
    expect(Number(right[0].headers.get('retry-after'))).toBeGreaterThan(800);
    expect(page).toContain('Too many wrong passwords for this account.');
    expect((await byForm('grace', PASSWORD, '192.0.2.1')).status).toBe(303);
  });

  it('is limited for an unknown account in the same way', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await byForm('nobody', 'wrong', '192.0.2.6')).status);

    expect(statuses).toEqual([403, 403, 403, 429]);
  });

  it('does not exceed the limit by concurrent attempts', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => byForm('mary', 'wrong', '192.0.2.7')));

    expect(all.map(({ status }) => status).sort()).toEqual([403, 403, 403, 429, 429, 429, 429, 429]);
  });

  it('counts the address after the account: guesses at one account do not use up what others share', async () => {
    const from = '192.0.2.10';
    const guesses: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) guesses.push((await byForm('nobody in the hall', 'wrong', from)).status);
    const others: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) others.push((await byForm(`other ${turn}`, 'wrong', from)).status);

    expect(guesses).toEqual([...Array<number>(3).fill(403), ...Array<number>(17).fill(429)]);
    expect(others).toEqual(Array(5).fill(403));
    expect((await byForm('somebody', 'wrong', from)).status).toBe(429);
  });

  it('does not keep out accounts that have logged in from the address', async () => {
    const from = '192.0.2.12';
    const first = await byForm('grace', PASSWORD, from);
    await Promise.all(Array.from({ length: 12 }, (_, turn) => byForm(`stranger ${turn}`, 'wrong', from)));

    expect([first.status, (await byForm('grace', PASSWORD, from)).status]).toEqual([303, 303]);
    expect((await byForm('hedy', PASSWORD, from)).status).toBe(429);
  });

  it('is limited per address, for any accounts', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `stranger${index}`);
    const all = await Promise.all(names.map((name) => byForm(name, 'wrong', '192.0.2.8')));

    expect(all.filter(({ status }) => status === 403)).toHaveLength(8);
    expect((await byForm('grace', PASSWORD, '192.0.2.8')).status).toBe(429);
  });

  it('does not include logins with the right password', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) statuses.push((await byForm('hedy', PASSWORD, '192.0.2.9')).status);

    expect(statuses).toEqual(Array(10).fill(303));
  });
});
