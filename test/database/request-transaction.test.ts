import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { closeOrm, createOrm, poolOf, type Orm } from '../../src/database/orm.js';
import { statement, type Run } from '../../src/database/sql/statement.js';
import type { ReadScope } from '../../src/core/reads/scope.js';
import { createRun } from '../../src/core/transaction/run.js';
import { createRequestTransaction } from '../../src/http/idempotency/request-transaction.js';
import { Transactions } from '../../src/core/transaction/transactions.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

const note = statement<{ number: string }, object>(
  'note a number',
  ($) => sql`insert into numbers values (${$.number}::int)`,
);

let database: TestDatabase;
let orm: Orm;
beforeAll(async () => {
  database = await freshDatabase();
  await database.pool.query('create table numbers (number int primary key)');
  orm = createOrm(database.address, 1);
});
afterAll(async () => {
  await closeOrm(orm);
  await database.drop();
});

const noted = async (): Promise<unknown[]> =>
  (await database.pool.query<{ number: number }>('select number from numbers order by 1')).rows.map(
    (row) => row.number,
  );

/** Runs statements in the transaction of an idempotent request. */
const write = async (work: (run: Run) => Promise<unknown>): Promise<void> => {
  const outside = createRun(await poolOf(orm), { prepared: true });
  const transaction = createRequestTransaction(orm.em, outside, () => Promise.resolve());
  const reads = { clear: () => undefined, scope: { run: outside } as ReadScope };
  await new Transactions(transaction, reads).withStatements(({ run }) => work(run));
  await transaction.commit(() => Promise.resolve());
};
/** Inserts numbers concurrently. */
const at = (...numbers: string[]) => write((run) => Promise.all(numbers.map((number) => run(note, { number }))));

it('The transaction of a request runs one statement at a time, and none after its end', async () => {
  await at('1', '2');
  expect(await noted()).toEqual([1, 2]);
  await expect(at('1', '3', '4', '5')).rejects.toMatchObject({ code: '23505' });
  // The only connection is free again when all statements have completed.
  await at('6');
  expect(await noted()).toEqual([1, 2, 6]);
});
