import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import { createApplication, createToken, createUser } from '../support/factories.js';
import { commandLine, type CommandLine } from './command.js';

let line: CommandLine;
let tokens: string[];
beforeAll(async () => {
  line = await commandLine();
  const { pool } = line.database;
  const [ada, grace] = [await createUser(pool, { username: 'ada' }), await createUser(pool, { username: 'grace' })];
  const application = await createApplication(pool, { name: 'Shop', consumer_key: 'shop', user_id: ada });
  await createToken(pool, ada);
  await createToken(pool, ada, { application_id: application });
  await createToken(pool, grace, { application_id: application });
  await createToken(pool, grace);
  tokens = await left();
});
afterAll(cleanUp);

async function left(): Promise<string[]> {
  const { rows } = await line.database.pool.query<{ id: string }>('select id from access_tokens order by id');
  return rows.map(({ id }) => id);
}

describe('token list', () => {
  it('lists the owners of tokens, but not the tokens', async () => {
    const { code, output } = await line.lectern('token', 'list', '--user', 'ADA', '--json');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const never = { createdAt: time, lastUsedAt: null, expiresAt: null };
    expect([code, JSON.parse(output)]).toEqual([
      0,
      [
        { id: tokens[0], username: 'ada', application: null, ...never },
        { id: tokens[1], username: 'ada', application: 'Shop', ...never },
      ],
    ]);
  });
});

describe('token revoke', () => {
  it('deletes the tokens with the IDs, all or none', async () => {
    expect(await line.lectern('token', 'revoke', tokens[0] ?? '', '999999', '--yes')).toEqual({
      code: 1,
      output: '',
      errors: 'No such token: look it up with token list. Nothing was changed.\n',
    });
    expect(await left()).toEqual(tokens);
    expect(await line.lectern('token', 'revoke', tokens[0] ?? '', tokens[3] ?? '', '--yes')).toMatchObject({
      code: 0,
      output: '2 tokens revoked.\n',
    });
    expect(await left()).toEqual([tokens[1], tokens[2]]);
  });

  it('deletes all tokens of a user', async () => {
    expect(await line.lectern('token', 'revoke', '--user', 'Grace', '--yes')).toMatchObject({
      code: 0,
      output: '1 token revoked.\n',
    });
    expect(await left()).toEqual([tokens[1]]);
  });

  it('requires IDs or a user, and a confirmation', async () => {
    const wrong = { code: 2, output: '', errors: 'error: specify either IDs or --user\n' };
    expect(await line.lectern('token', 'revoke', '--yes')).toEqual(wrong);
    expect(await line.lectern('token', 'revoke', '1', '--user', 'ada', '--yes')).toEqual(wrong);
    expect(await line.lectern('token', 'revoke', tokens[1] ?? '')).toMatchObject({ code: 1 });
    expect(await left()).toEqual([tokens[1]]);
  });
});

describe('application edit', () => {
  const shop = async () => {
    const { rows } = await line.database.pool.query(
      `select name, description, is_first_party as "isFirstParty", token_idle_days as "idleDays", tokens_are_revocable
        as "areRevocable", consumer_key as key from applications where consumer_key = 'shop'`,
    );
    return rows[0] as Record<string, unknown>;
  };

  it('changes the name, description, first-party flag and idle days, and keeps the rest', async () => {
    const before = await shop();
    const all = ['--name', 'Website', '--description', 'Ours', '--first-party', '--idle-days', '2'];
    expect(await line.lectern('application', 'edit', 'shop', ...all)).toMatchObject({
      code: 0,
      output: 'Updated shop.\n',
    });
    const changed = { name: 'Website', description: 'Ours', isFirstParty: true, idleDays: 2 };
    expect(await shop()).toEqual({ ...before, ...changed });
    await line.lectern('application', 'edit', 'shop', '--no-idle-days');
    expect(await shop()).toEqual({ ...before, ...changed, idleDays: null });
    expect((await line.lectern('application', 'edit', 'shop', '--no-first-party')).code).toBe(1);
    const undo = ['--no-first-party', '--yes', '--name', 'Shop', '--description', String(before['description'] || 'x')];
    expect((await line.lectern('application', 'edit', 'shop', ...undo)).code).toBe(0);
    expect(await shop()).toMatchObject({ name: 'Shop', isFirstParty: false });
  });

  it('an unnamed application is listed by its key with its tokens and its routes', async () => {
    const { pool } = line.database;
    const id = await createApplication(pool, { name: null, consumer_key: 'web2' });
    const { rows } = await pool.query<{ id: string }>("select id from users where username = 'ada'");
    await createToken(pool, rows[0]?.id ?? '', { application_id: id });
    await pool.query(
      `insert into route_uses (day, application_id, route, requests, errors, last_used_at)
        values (current_date, $1, 'GET /v2.1/events', 3, 0, now())`,
      [id],
    );
    const listed = JSON.parse((await line.lectern('token', 'list', '--json')).output) as { application: string }[];
    expect(listed.at(-1)?.application).toBe('web2');
    expect((await line.lectern('usage')).output).toMatch(/^web2 +GET \/v2\.1\/events +3 /m);
    await pool.query('delete from route_uses');
    await pool.query("delete from applications where consumer_key = 'web2'");
  });

  it('names an unnamed application without an owner, which application list shows without a name', async () => {
    const { pool } = line.database;
    await createApplication(pool, { name: null, consumer_key: 'web2', user_id: null });
    expect((await line.lectern('application', 'list')).output).toMatch(/^ *\d+ +- +web2 +- /m);
    expect((await line.lectern('application', 'edit', 'web2', '--name', 'Website')).code).toBe(0);
    expect((await line.lectern('application', 'list')).output).toMatch(/^ *\d+ +Website +web2 /m);
    await pool.query("delete from applications where consumer_key = 'web2'");
  });

  it.each([
    [['shop'], 2, 'error: specify at least one option to change\n'],
    [['shop', '--idle-days', '0'], 2, expect.stringContaining('1 to 99999')],
    [['shop', '--name', ' '], 1, expect.stringContaining('name')],
    [['nothing', '--name', 'x'], 1, 'No such application: look up its key with application list.\n'],
  ])('rejects %j and changes nothing', async (words, code, errors) => {
    const before = await shop();
    expect(await line.lectern('application', 'edit', ...words)).toEqual({ code, output: '', errors });
    expect(await shop()).toEqual(before);
  });
});

describe('application list and first-party', () => {
  const isFirstParty = async () => {
    const { output } = await line.lectern('application', 'list', '--json');
    return (JSON.parse(output) as Record<string, unknown>[]).map((one) => one['isFirstParty']);
  };

  it('lists applications without their secrets', async () => {
    const { output } = await line.lectern('application', 'list', '--json');
    expect(JSON.parse(output)).toEqual([
      {
        id: expect.any(String),
        name: 'Shop',
        key: 'shop',
        owner: 'ada',
        isFirstParty: false,
        tokensAreRevocable: true,
        tokenIdleDays: null,
        tokens: 1,
        createdAt: expect.any(String),
      },
    ]);
  });

  it('marks one as first-party, and removes the mark after confirmation', async () => {
    expect((await line.lectern('application', 'first-party', 'shop')).code).toBe(0);
    expect(await isFirstParty()).toEqual([true]);
    expect((await line.lectern('application', 'first-party', 'shop', '--off')).code).toBe(1);
    expect(await isFirstParty()).toEqual([true]);
    expect(await line.lectern('application', 'first-party', 'shop', '--off', '--yes')).toMatchObject({
      code: 0,
      output: 'shop is no longer a first-party application.\n',
    });
    expect(await isFirstParty()).toEqual([false]);
  });

  it('reports an unknown application', async () => {
    expect(await line.lectern('application', 'first-party', 'nothing')).toEqual({
      code: 1,
      output: '',
      errors: 'No such application: look up its key with application list.\n',
    });
  });
});
