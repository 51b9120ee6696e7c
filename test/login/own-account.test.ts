import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteDueAccounts } from '../../src/core/account/account-deletion.js';
import { createRun } from '../../src/core/transaction/run.js';
import { createOrm, type Orm } from '../../src/database/orm.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { codeFor, graph, ownerOf, request, tokensFor } from './flow.js';

const PASSWORD = 'difference engine';

let service: TestService;
let orm: Orm;
let website: WireClient;
beforeAll(async () => {
  service = await startService();
  orm = createOrm(service.database.address, 4);
  website = await createClient(service.database.pool, { is_first_party: true });
  await make.createUser(service.database.pool, { is_admin: true });
});
afterAll(async () => {
  await orm.close();
  await service.stop();
});

let username: string;
let user: string;
let token: string;
beforeEach(async () => {
  username = `ada${make.unique()}`;
  user = await createMember(service.database.pool, username, PASSWORD);
  token = await make.createToken(service.database.pool, user, { application_id: website.id });
  await service.takeMail();
});

const DELETE = 'mutation ($input: DeleteAccountInput!) { deleteAccount(input: $input) { deletionAt } }';
const EXPORT = 'mutation { exportAccount { url expiresAt viewer { id } } }';

const remove = (password: string, by = token) => graph(service, by, DELETE, { input: { password } });

async function exists(): Promise<boolean> {
  return (await service.database.pool.query('select from users where id = $1', [user])).rowCount === 1;
}

const onFailed = (id: string, error: unknown) => {
  throw new Error(`The deletion of ${id} failed`, { cause: error });
};

/** Lets the seven days pass, and runs the job. Returns the accounts that it kept. */
async function weekLater(): Promise<string[]> {
  await service.database.pool.query("update users set deletion_at = deletion_at - interval '7 days 1 minute'");
  const kept: string[] = [];
  const parts = { em: orm.em, run: createRun(service.database.pool, { prepared: true }), onFailed };
  await deleteDueAccounts({ ...parts, onKept: (id) => void kept.push(id) }, new AbortController().signal);
  return kept;
}

const reasonsOf = ({ errors = [] }: Awaited<ReturnType<typeof graph>>) =>
  errors.flatMap(({ extensions: { problems } }) => problems.map(({ reason }) => reason));

describe('deleteAccount', () => {
  it('deletes the account after seven days, announces it by mail, and logs out everywhere', async () => {
    const { data } = await remove(PASSWORD);
    const { deletionAt } = (data as { deleteAccount: { deletionAt: string } }).deleteAccount;
    const mails = await service.takeMail();

    expect((new Date(deletionAt).getTime() - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    expect(mails).toMatchObject([{ kind: 'account_deletion', data: { username } }]);
    expect(await ownerOf(service, token)).toBeNull();
    expect(await exists()).toBe(true);
    await weekLater();
    expect(await exists()).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'by password',
      () =>
        fetch(`${service.base}/v2.1/token`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            ...{ grant_type: 'password', username, password: PASSWORD },
            ...{ client_id: website.client_id, client_secret: website.client_secret },
          }),
        }),
    ],
    ['on the login page', () => codeFor(service, request(service), { username, password: PASSWORD })],
  ])('is cancelled by a login %s', async (_, logIn) => {
    await remove(PASSWORD);
    await logIn();
    await weekLater();

    expect(await exists()).toBe(true);
  });

  it('requires the password, in a first-party application', async () => {
    const { pool } = service.database;
    const elsewhere = await make.createToken(pool, user, { application_id: await make.createApplication(pool) });

    expect(reasonsOf(await remove(''))).toEqual(['FIELD_REQUIRED']);
    expect(reasonsOf(await remove('wrong'))).toEqual(['OLD_PASSWORD_WRONG']);
    expect(reasonsOf(await remove(PASSWORD, elsewhere))).toEqual(['FIRST_PARTY_ONLY']);
    expect(reasonsOf(await graph(service, undefined, DELETE, { input: { password: PASSWORD } }))).toEqual([
      'LOGIN_REQUIRED',
    ]);
    await weekLater();
    expect(await exists()).toBe(true);
  });

  it('counts wrong passwords as failed logins', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await remove(`wrong ${attempt}`);

    expect(reasonsOf(await remove(PASSWORD))).toEqual(['RATE_LIMITED']);
  });

  it('keeps the last site administrator, also one who becomes the last meanwhile', async () => {
    const { pool } = service.database;
    await pool.query('update users set is_admin = true where id = $1', [user]);
    expect(reasonsOf(await remove(PASSWORD))).toEqual([]);
    await pool.query('update users set is_admin = false where id <> $1', [user]);
    const kept = await weekLater();
    expect(kept).toEqual([user]);
    expect(await exists()).toBe(true);
    token = await make.createToken(pool, user, { application_id: website.id });
    expect(reasonsOf(await remove(PASSWORD))).toEqual(['LAST_ADMIN_STAYS']);
    await pool.query('update users set is_admin = true');
    await pool.query('update users set deletion_at = null');
  });

  it('leaves v2.1 as it is: a token alone deletes no account', async () => {
    await service.database.pool.query('update users set is_admin = false where id = $1', [user]);
    const { status } = await fetch(`${service.base}/v2.1/users/${user}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token}` },
    });

    expect(status).toBe(403);
  });

  it('leaves no data of the person in any table, except texts and names on talks', async () => {
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const talk = await make.createTalk(pool, event);
    await make.createSpeaker(pool, event, talk, { user_id: user, display_name: 'A. on the programme' });
    await make.createTalkComment(pool, event, talk, { user_id: user, comment: 'What I wrote' });
    await make.createStar(pool, event, talk, user);
    const tokens = await tokensFor(service, request(service), { username, password: PASSWORD });
    await graph(service, tokens.access_token, EXPORT);
    const email = `${username}@example.org`;
    await pool.query("update users set email = $1, full_name = 'Ada Byron' where id = $2", [email, user]);
    await remove(PASSWORD);
    await service.takeMail();
    await weekLater();
    const { rows: tables } = await pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const found: string[] = [];
    let texts = '';
    for (const { name } of tables) {
      const { rows } = await pool.query<{ row: string }>(`select r::text as row from ${name} r`);
      const all = rows.map(({ row }) => row).join('\n');
      texts += all;
      if (all.includes(username) || all.includes('Ada Byron') || all.includes(email)) found.push(name);
    }

    expect(tables.length).toBeGreaterThan(30);
    expect(found).toEqual([]);
    expect(texts).toContain('A. on the programme');
    expect(texts).toContain('What I wrote');
  });
});

describe('exportAccount', () => {
  const link = async (by = token) => {
    const { data, errors } = await graph(service, by, EXPORT);
    expect(errors).toBeUndefined();
    return (data as { exportAccount: { url: string; expiresAt: string } }).exportAccount;
  };

  it('links to a file with all data about the viewer, without secrets', async () => {
    const { url, expiresAt } = await link();
    const response = await fetch(url);
    const text = await response.text();
    const { account, records } = JSON.parse(text) as { account: { username: string }; records: object };
    const { rows } = await service.database.pool.query<{ secret: string }>(
      'select secret_hash as secret from account_exports union select token_hash from access_tokens union select password_hash from users where password_hash is not null',
    );

    expect((new Date(expiresAt).getTime() - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="account.json"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(account.username).toBe(username);
    expect(Object.keys(records)).toEqual(expect.arrayContaining(['talkComments', 'stars', 'grants']));
    expect(rows.filter(({ secret }) => text.includes(secret))).toEqual([]);
  });

  it.each<[string, string]>([
    ['after a day', 'update account_exports set expires_at = now()'],
    ['of a deactivated account', 'update users set is_active = false where not is_admin'],
  ])('ends %s', async (_, change) => {
    const { url } = await link();
    await service.database.pool.query(change);
    const { status } = await fetch(url);
    await service.database.pool.query('update users set is_active = true');

    expect(status).toBe(404);
  });

  it('is replaced by the next one, and ends with a deletion of the account', async () => {
    const first = await link();
    const second = await link();
    expect([(await fetch(first.url)).status, (await fetch(second.url)).status]).toEqual([404, 200]);
    await remove(PASSWORD);

    expect((await fetch(second.url)).status).toBe(404);
  });

  it('is not available to other applications, nor by other methods', async () => {
    const { pool } = service.database;
    const elsewhere = await make.createToken(pool, user, { application_id: await make.createApplication(pool) });
    const { url } = await link();

    expect(reasonsOf(await graph(service, elsewhere, EXPORT))).toEqual(['FIRST_PARTY_ONLY']);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${service.base}/user/export/unknown`)).status).toBe(404);
  });
});
