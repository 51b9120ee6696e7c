import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createOrm, poolOf, type Orm } from '../../src/database/orm.js';
import { statement, type Run } from '../../src/database/sql/statement.js';
import { createRun } from '../../src/core/transaction/run.js';
import { holdTransaction } from '../../src/http/idempotency/hold-transaction.js';
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
  orm = await createOrm(database.address, 1);
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

const noted = async (): Promise<unknown[]> =>
  (await database.pool.query<{ number: number }>('select number from numbers order by 1')).rows.map(
    (row) => row.number,
  );

/** Works in a transaction of the ORM. */
const hold = async (work: (run: Run) => Promise<unknown>): Promise<void> => {
  const outside = createRun(await poolOf(orm), { prepared: true });
  const held = holdTransaction(orm.em, outside, () => Promise.resolve());
  await held.write((_, { run }) => work(run));
  await held.commit(() => Promise.resolve());
};
/** Notes numbers, asked for at once. */
const at = (...numbers: string[]) => hold((run) => Promise.all(numbers.map((number) => run(note, { number }))));

it('A transaction that is held does one thing after the other, and nothing after its end', async () => {
  await at('1', '2');
  expect(await noted()).toEqual([1, 2]);
  await expect(at('1', '3', '4', '5')).rejects.toMatchObject({ code: '23505' });
  // The only connection is free again when all statements have completed.
  await at('6');
  expect(await noted()).toEqual([1, 2, 6]);
});
