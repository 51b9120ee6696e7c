import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import { createApplication, createToken, createUser } from '../support/factories.js';
import { commandLine, type CommandLine } from './command.js';

jest.setTimeout(120_000);

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
  it('tells whose tokens there are, but not what they are', async () => {
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
  it('ends the tokens of the ids, all or none', async () => {
    expect(await line.lectern('token', 'revoke', tokens[0] ?? '', '999999', '--yes')).toEqual({
      code: 1,
      output: '',
      errors: 'There is no such token: look it up with token list. Nothing was changed.\n',
    });
    expect(await left()).toEqual(tokens);
    expect(await line.lectern('token', 'revoke', tokens[0] ?? '', tokens[3] ?? '', '--yes')).toMatchObject({
      code: 0,
      output: '2 tokens have ended.\n',
    });
    expect(await left()).toEqual([tokens[1], tokens[2]]);
  });

  it('ends all of one user', async () => {
    expect(await line.lectern('token', 'revoke', '--user', 'Grace', '--yes')).toMatchObject({
      code: 0,
      output: '1 token has ended.\n',
    });
    expect(await left()).toEqual([tokens[1]]);
  });

  it('wants to know which, and asks', async () => {
    const wrong = { code: 2, output: '', errors: 'error: give ids, or --user, and not both\n' };
    expect(await line.lectern('token', 'revoke', '--yes')).toEqual(wrong);
    expect(await line.lectern('token', 'revoke', '1', '--user', 'ada', '--yes')).toEqual(wrong);
    expect(await line.lectern('token', 'revoke', tokens[1] ?? '')).toMatchObject({ code: 1 });
    expect(await left()).toEqual([tokens[1]]);
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

  it('says of one that it belongs to the service, and takes that back when somebody agrees', async () => {
    expect((await line.lectern('application', 'first-party', 'shop')).code).toBe(0);
    expect(await isFirstParty()).toEqual([true]);
    expect((await line.lectern('application', 'first-party', 'shop', '--off')).code).toBe(1);
    expect(await isFirstParty()).toEqual([true]);
    expect(await line.lectern('application', 'first-party', 'shop', '--off', '--yes')).toMatchObject({
      code: 0,
      output: 'shop does not belong to the service itself.\n',
    });
    expect(await isFirstParty()).toEqual([false]);
  });

  it('says that there is no such application', async () => {
    expect(await line.lectern('application', 'first-party', 'nothing')).toEqual({
      code: 1,
      output: '',
      errors: 'There is no such application: look up its key with application list.\n',
    });
  });
});
