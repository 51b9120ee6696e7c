import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteUnverifiedAccounts } from '../../src/core/account/unverified-accounts.js';
import { createRun } from '../../src/core/transaction/run.js';
import { ask as askGraph } from '../graphql/ask.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { outcomeOf, post, refusal } from './accounts.js';
import { ask, recordOf } from './ask.js';
import { linksIn, Member, PASSWORD } from './email-change.js';

/** Whether another account uses an address is known to its owner alone, unless the deployment discloses it. */

const OWNED = 'Grace@example.org';
const PROBED = 'hedy@example.org';
const FREE = 'free@example.org';
const TAKEN = 'That email is already associated with another account';

let service: TestService;
let client: WireClient;
let ada: Member;
beforeAll(async () => {
  service = await startService({ LIMIT_EMAIL_CHANGES_USER: 'off', LIMIT_REMINDER_ADDRESS: 'off' });
  ada = await Member.create(service);
  await Member.create(service, 'grace', OWNED);
  await createMember(service.database.pool, 'hedy', 'frequency hopping', { email: PROBED });
  client = await createClient(service.database.pool);
});
beforeEach(async () => {
  await service.database.pool.query('delete from rate_limits');
  await service.takeMail();
});
afterAll(() => service.stop());

const person = (username: string, email: string) => ({ username, email, full_name: 'Eve', password: PASSWORD });
const mails = async () => (await service.takeMail()).map(({ kind, to }) => [kind, to]).sort();

/** All that anyone can learn about a new account, with what necessarily differs replaced. */
async function observed(username: string, email: string): Promise<unknown[]> {
  await service.database.pool.query('delete from rate_limits');
  const seen: unknown[] = [];
  const note = async (answer: ReturnType<typeof ask>) => {
    const { status, text, headers } = await answer;
    const { 'content-length': _, date, etag, 'x-request-id': id, ratelimit, ...rest } = Object.fromEntries(headers);
    seen.push([status, text, rest, ratelimit?.replaceAll(/t=\d+/g, '')]);
  };
  const registered = await post(service, '/users', person(username, email));
  const uri = registered.headers.get('location') ?? '';
  const {
    avatar_hash: hash,
    gravatar_hash: _,
    ...record
  } = recordOf(await ask(service, `${uri}?verbose=yes`), 'users');
  expect(hash).toBe(createHash('md5').update(email.toLowerCase()).digest('hex'));
  seen.push(registered.status, record);
  await note(ask(service, `/v2.1/users?username=${username}`));
  const login = (name: string, password = PASSWORD) =>
    post(service, '/token', { grant_type: 'password', username: name, password, ...client });
  for (const name of [username, email]) await note(login(name));
  await note(login(username, 'wrong'));
  await note(post(service, '/users', person(username, 'other@example.net')));
  for (const name of [username, email]) {
    await note(post(service, '/emails/verifications', { email: name }));
    await note(post(service, '/emails/reminders/password', { username: name }));
  }
  await note(post(service, '/users', person(`${username}2`, email)));
  const id = uri.split('/').at(-1) ?? '';
  const text = JSON.stringify(seen).replaceAll(username, 'NAME').replaceAll(email, 'ADDRESS');
  return JSON.parse(text.replaceAll(RegExp(`users/(${id}|${Number(id) + 1})\\b`, 'g'), 'users/ID')) as unknown[];
}

describe('A registration with the address of another account', () => {
  it('cannot be told from one with a free address', async () => {
    expect(await observed('quux', PROBED)).toEqual(await observed('corge', FREE));
  });

  it('sends the owner of the address a mail, and nothing else', async () => {
    expect((await post(service, '/users', person('mallory', OWNED.toUpperCase()))).status).toBe(201);
    const [mail, ...others] = await service.takeMail();
    expect([mail?.kind, mail?.to, mail?.data, others]).toEqual([
      'address_in_use',
      OWNED,
      { username: 'grace', loginUrl: `${service.base}/user/login` },
      [],
    ]);
    await post(service, '/emails/verifications', { email: 'mallory' });
    await post(service, '/emails/reminders/password', { username: 'mallory' });
    expect(await mails()).toEqual([]);
    await post(service, '/emails/reminders/password', { username: OWNED });
    expect(await mails()).toEqual([['password_reset', OWNED]]);
  });

  it('by its username too leaves logins and mails to the owner', async () => {
    expect((await post(service, '/users', person(OWNED, OWNED))).status).toBe(201);
    await service.takeMail();
    await post(service, '/emails/reminders/password', { username: OWNED });
    expect(await mails()).toEqual([['password_reset', OWNED]]);
    const login = { grant_type: 'password', username: OWNED, password: PASSWORD, ...client };
    expect(await ask(service, '/v2.1/token', { method: 'POST', body: login })).toMatchObject({ status: 200 });
  });

  it('mails the owner at most as often as reminders', async () => {
    const statuses = new Set<number>();
    for (let turn = 0; turn < 7; turn += 1)
      statuses.add((await post(service, '/users', person(`again${turn}`, OWNED))).status);
    expect([...statuses]).toEqual([201]);
    expect(await mails()).toEqual(Array(5).fill(['address_in_use', OWNED]));
  });

  it('holds the username for a month, exactly as any other registration without a verification', async () => {
    const { pool } = service.database;
    const run = createRun(pool, { prepared: true });
    const names = { verified: 'verified@example.org', free: 'ignored@example.org', owned: OWNED };
    for (const [name, email] of Object.entries(names)) await post(service, '/users', person(`month-${name}`, email));
    await pool.query("update users set is_verified = true where username = 'month-verified'");
    await createMember(pool, 'month-earlier', 'long before', { email: 'earlier@example.org', is_verified: false });
    const passes = async (days: number) => {
      await pool.query('update users set verify_by = verify_by - make_interval(days => $1)', [days]);
      await run(deleteUnverifiedAccounts, {});
      const { rows } = await pool.query<{ username: string }>(
        "select username from users where username like 'month-%' order by id",
      );
      return rows.map(({ username }) => username);
    };
    const all = ['month-verified', 'month-free', 'month-owned', 'month-earlier'];
    expect([await passes(29), await passes(2)]).toEqual([all, ['month-verified', 'month-earlier']]);
    expect((await post(service, '/users', person('month-owned', 'new@example.org'))).status).toBe(201);
  });

  it('sends a mail that says when the account is deleted, unless it is verified already', async () => {
    const email = 'deadline@example.org';
    const verification = async () => {
      expect((await post(service, '/emails/verifications', { email })).status).toBe(202);
      return (await service.takeMail()).map(({ data }) => Reflect.get(data, 'deletionDate'));
    };
    await service.takeMail();
    await post(service, '/users', person('deadline', email));
    const first = (await service.takeMail()).map(({ data }) => Reflect.get(data, 'deletionDate'));
    await service.database.pool.query("update users set verify_by = '2026-12-04T12:00Z' where username = 'deadline'");
    const again = await verification();
    await service.database.pool.query("update users set is_verified = true where username = 'deadline'");
    expect([first, again, await verification()]).toEqual([[expect.any(String)], ['4 December 2026'], [null]]);
  });

  it('at the same moment as others creates one account with the address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => post(service, '/users', person(`at-once${turn}`, 'once@example.org'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const sent = await mails();
    expect(sent.filter(([kind]) => kind === 'welcome')).toEqual([['welcome', 'once@example.org']]);
    expect(sent.length).toBeLessThanOrEqual(6);
  });
});

describe('A change to the address of another account', () => {
  const UPDATE = `mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { email pendingEmail } } }`;
  const update = (email: string) =>
    askGraph(service, UPDATE, {
      ...{ variables: { input: { userId: ada.id, email, currentPassword: PASSWORD } }, token: ada.token },
    });

  it('is answered as one to a free address, and does not take effect', async () => {
    const outcomes = [];
    for (const email of [OWNED, FREE.replace('free', 'free2')])
      outcomes.push(
        await ada.put(email, { old_password: PASSWORD }),
        JSON.stringify(await update(email)).replaceAll(email, ''),
      );
    expect(outcomes.slice(0, 2)).toEqual(outcomes.slice(2));
    expect(outcomes[0]).toEqual([204, '', null]);
    expect(await ada.shownEmail()).toBe(ada.email);
  });

  it('mails the owner instead of a link that would confirm it', async () => {
    await update(OWNED);
    const sent = await service.takeMail();
    expect(sent.map(({ kind, to }) => [kind, to]).sort()).toEqual([
      ['address_in_use', OWNED],
      ['email_change_notice', ada.email],
    ]);
    expect(linksIn(sent)).toMatchObject({ confirm: '', authorise: '' });
  });
});

describe('Where accounts are disclosed', () => {
  let legacy: TestService;
  beforeAll(async () => {
    legacy = await startService({ ACCOUNT_DISCLOSURE: 'legacy', LIMIT_EMAIL_CHANGES_USER: '2/3600' });
    await Member.create(legacy, 'grace', OWNED);
  });
  afterAll(() => legacy.stop());

  it('a registration reports that the address is in use', async () => {
    expect(await outcomeOf(post(legacy, '/users', person('eve', OWNED)))).toEqual(refusal(400, TAKEN));
  });

  it('a refused change of the address counts like one that succeeds', async () => {
    const member = await Member.create(legacy, 'ida', 'ida@example.org');
    expect(await member.put(OWNED)).toEqual(refusal(400, TAKEN));
    expect(await member.put(OWNED, { full_name: '' })).toEqual(
      refusal(400, `'full_name' is a required field. ${TAKEN}`),
    );
    for (const email of [OWNED, 'unknown@example.org']) expect((await member.put(email))[0]).toBe(429);
    expect((await member.put(member.email))[0]).toBe(204);
  });
});
