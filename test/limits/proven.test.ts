import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountAtAddress } from '../../src/adapters/limits/hashed-key.js';
import { createRun } from '../../src/core/transaction/run.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { limitsBy, limitsOn } from './limits-on.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => database.pool.query('delete from rate_limits'));
afterAll(() => database.drop());

const rows = async (): Promise<unknown[]> => (await database.pool.query('select points from rate_limits')).rows;

describe('an account with a recent login from an address', () => {
  const home = accountAtAddress('Ada', '2001:db8::1');
  const login = { name: 'Ada', address: '2001:db8::1' };
  const counters = [
    ['login_account_address', home],
    ['login_account', 'Ada'],
    ['login_address', '2001:db8::1'],
  ] as const;
  const allowances = {
    login_account_address: { points: 2, seconds: 600 },
    login_account: { points: 3, seconds: 600 },
    login_address: { points: 5, seconds: 600 },
  };

  it('costs a login two statements, with any number of limits, and counts nothing', async () => {
    let statements = 0;
    const run = createRun(database.pool, { prepared: true });
    const counting: typeof run = (...args) => ((statements += 1), run(...args));
    const limits = limitsBy(counting, allowances);
    await limits.check(counters, home);
    await limits.markProven(home, login);
    expect(statements).toBe(2);
    expect(await rows()).toEqual([{ points: 0 }]);
  });

  it('gives back its wrong passwords, and those of no other account', async () => {
    const limits = limitsOn(database.pool, allowances);
    for (const [name, key] of counters) await limits.consume(name, key, home);
    await limits.consume('login_address', login.address);
    await limits.consume('login_address', '192.0.2.1');
    await limits.markProven(home, login);
    const { rows: all } = await database.pool.query<{ key: string; points: number }>(
      "select split_part(key, ':', 1) as key, points from rate_limits order by key, points",
    );
    expect(all).toEqual([
      { key: 'login_account', points: 1 },
      { key: 'login_account_address', points: 0 },
      { key: 'login_address', points: 1 },
      { key: 'login_address', points: 1 },
      { key: 'proven', points: 0 },
    ]);
  });

  it('gives back only what the address counted', async () => {
    const limits = limitsOn(database.pool, allowances);
    for (let turn = 0; turn < 4; turn += 1) {
      const guess = async () => {
        for (const [name, key] of counters) await limits.consume(name, key, home);
      };
      await guess().catch(() => undefined);
    }
    await limits.consume('login_address', login.address);
    await limits.markProven(home, login);
    const { rows: left } = await database.pool.query("select points from rate_limits where key like 'login_address:%'");
    expect(left).toEqual([{ points: 1 }]);
  });

  it('passes an exhausted limit, in any spelling; other accounts do not', async () => {
    const limits = limitsOn(database.pool, allowances);
    await limits.markProven(home, login);
    for (let time = 0; time < 3; time += 1) await limits.consume('login_account', 'ada', home);
    expect(await limits.consume('login_account', 'ada', accountAtAddress('aDA', '2001:db8::2'))).toBeNull();
    for (const other of [accountAtAddress('ada', '2001:db9::1'), accountAtAddress('grace', '2001:db8::1'), undefined])
      await expect(limits.consume('login_account', 'ada', other)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('gets its wrong passwords back at concurrent logins of several accounts', async () => {
    const limits = limitsOn(database.pool, { ...allowances, login_address: { points: 1_000, seconds: 600 } });
    const logIn = async (name: string, address: string) => {
      const key = accountAtAddress(name, address);
      await limits.consume('login_account_address', key);
      await limits.consume('login_address', address);
      await limits.markProven(key, { name, address });
    };
    const people = ['ada', 'grace'].flatMap((account) =>
      ['192.0.2.1', '192.0.2.2'].map((from) => [account, from] as const),
    );
    for (let time = 0; time < 20; time += 1) await Promise.all(people.map(([account, from]) => logIn(account, from)));
    expect(await rows()).toEqual(Array(4 + 2 + 4).fill({ points: 0 }));
  });

  it('is not stored if no limit would read it', async () => {
    const limits = limitsOn(database.pool, { login_account_address: { points: 2, seconds: 600 } });
    await limits.consume(...counters[0]);
    await limits.markProven(home, login);
    expect(await rows()).toEqual([{ points: 0 }]);
  });
});
