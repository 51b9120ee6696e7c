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
  const consumed = [
    ['login_account_address', home],
    ['login_account', 'Ada'],
  ] as const;
  const allowances = {
    login_account_address: { points: 2, seconds: 600 },
    login_account: { points: 3, seconds: 600 },
  };

  it('costs a login one statement, with any number of limits', async () => {
    let statements = 0;
    const run = createRun(database.pool, { prepared: true });
    const counting: typeof run = (...args) => ((statements += 1), run(...args));
    const limits = limitsBy(counting, allowances);
    for (const [name, key] of consumed) await limits.consume(name, key, home);
    await limits.markProven(home, consumed);
    expect(statements).toBe(3);
    expect(await rows()).toEqual([{ points: 0 }, { points: 0 }, { points: 0 }]);
  });

  it('passes an exhausted limit, in any spelling; other accounts do not', async () => {
    const limits = limitsOn(database.pool, allowances);
    await limits.markProven(home);
    for (let time = 0; time < 3; time += 1) await limits.consume('login_account', 'ada', home);
    expect(await limits.consume('login_account', 'ada', accountAtAddress('aDA', '2001:db8::2'))).toBeNull();
    for (const other of [accountAtAddress('ada', '2001:db9::1'), accountAtAddress('grace', '2001:db8::1'), undefined])
      await expect(limits.consume('login_account', 'ada', other)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('refunds concurrent logins to each account', async () => {
    const limits = limitsOn(database.pool, { ...allowances, login_address: { points: 1_000, seconds: 600 } });
    const logIn = async (account: string, address: string) => {
      const key = accountAtAddress(account, address);
      const all = [['login_address', address] as const, ['login_account_address', key] as const];
      const both = [...all, ['login_account', account] as const];
      for (const [name, which] of both) await limits.consume(name, which, key);
      await limits.markProven(key, account === 'ada' ? both : both.toReversed());
    };
    const people = ['ada', 'grace'].flatMap((account) =>
      ['192.0.2.1', '192.0.2.2'].map((from) => [account, from] as const),
    );
    for (let time = 0; time < 20; time += 1) await Promise.all(people.map(([account, from]) => logIn(account, from)));
    expect(await rows()).toEqual(Array(2 + 4 + 2 + 4).fill({ points: 0 }));
  });

  it('is not stored if no limit would read it', async () => {
    const limits = limitsOn(database.pool, { login_account_address: { points: 2, seconds: 600 } });
    await limits.consume(...consumed[0]);
    await limits.markProven(home, consumed);
    expect(await rows()).toEqual([{ points: 0 }]);
  });
});
