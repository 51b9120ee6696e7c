import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { createClient, type WireClient } from '../support/sign-in.js';
import { ask } from './ask.js';
import { Member, NEW_EMAIL, OLD_EMAIL, PASSWORD } from './email-change.js';

const GUESSES = 3;
const CHANGES = 2;
const MAILS_TO_ONE_ADDRESS = 3;

let service: TestService;
let client: WireClient;
let ada: Member;

beforeAll(async () => {
  service = await startService({
    LIMIT_LOGIN_ACCOUNT_ADDRESS: `${GUESSES}/900`,
    LIMIT_EMAIL_CHANGES_USER: `${CHANGES}/3600`,
    LIMIT_REMINDER_ACCOUNT: `${MAILS_TO_ONE_ADDRESS}/3600`,
  });
  client = await createClient(service.database.pool);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.pool.query('delete from rate_limits');
  await service.database.pool.query('delete from users');
  ada = await Member.create(service);
  await service.takeMail();
});

const statusOf = async (answer: ReturnType<Member['put']>) => (await answer)[0];

it('wrong passwords for a new address count like failed logins', async () => {
  const statuses = [];
  for (let guess = 1; guess <= GUESSES + 1; guess += 1)
    statuses.push(await statusOf(ada.put(NEW_EMAIL, { old_password: `guess ${guess}` })));
  expect(statuses).toEqual([403, 403, 403, 429]);
  // The right one neither: otherwise the limit would disclose which guess was right.
  expect(await statusOf(ada.put(NEW_EMAIL, { old_password: PASSWORD }))).toBe(429);
  const credentials = { grant_type: 'password', username: 'ada', password: PASSWORD, ...client };
  const login = await ask(service, '/v2.1/token', { method: 'POST', body: credentials });
  expect([login.status, await service.takeMail()]).toEqual([429, []]);
});

it('a password that is not required is not checked: it discloses nothing about the guess', async () => {
  const statuses = [];
  for (let guess = 0; guess <= GUESSES; guess += 1)
    statuses.push(await statusOf(ada.put(OLD_EMAIL, { old_password: `guess ${guess}` })));
  expect(statuses).toEqual([204, 204, 204, 204]);
});

it('a user requests few changes; repeating the current address does not count', async () => {
  const statuses = [];
  for (const email of [OLD_EMAIL, 'a@example.net', OLD_EMAIL, 'b@example.net', 'c@example.net', OLD_EMAIL])
    statuses.push(await statusOf(ada.put(email)));
  expect(statuses).toEqual([204, 204, 204, 204, 429, 204]);
  expect(await service.takeMail()).toHaveLength(2 * CHANGES);
});

it('several users cannot flood one mailbox', async () => {
  const statuses = [];
  for (let index = 0; index <= MAILS_TO_ONE_ADDRESS; index += 1) {
    const member = await Member.create(service, `ada${index}`, `ada${index}@example.org`);
    statuses.push(await statusOf(member.put(index % 2 ? NEW_EMAIL : NEW_EMAIL.toUpperCase())));
  }
  expect(statuses).toEqual([204, 204, 204, 429]);
});
