import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { pgConfig } from '../../src/database/orm.js';
import { key } from '../../src/core/reads/order.js';
import { pageOf } from '../../src/core/reads/page.js';
import { statement } from '../../src/database/sql/statement.js';
import { createRun } from '../../src/core/transaction/run.js';
import type { PageSizeLimit } from '../../src/database/sql/prepared-query.js';
import { emptyResult, runWithRecord, type RequestRecord } from '../../src/telemetry/request/request-record.js';
import { createResultSizeLimit } from '../../src/core/reads/result-size-limit.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

const numbers = statement<{ most: number; zero: number }, { n: number; text: string }>(
  'weighed numbers',
  ($) =>
    sql`select n, repeat('x', 1000 / (case when n = ${$.zero}::int then 0 else 1 end)) as text from generate_series(1, ${$.most}::int) as n`,
);

const page = (maxBytes: number): PageSizeLimit => ({ maxBytes, fetchSize: 50, bytes: 0, isReached: false });
const newRequest = (): RequestRecord => ({
  ...{ id: 'somebody', route: null, viewer: null, statements: 0, statementMs: 0, isStream: false, span: undefined },
  resultSize: emptyResult(),
});

describe('Queries with a result-size limit', () => {
  let database: TestDatabase;
  /** A pool of one connection: the next statement meets what the last one left behind. */
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ ...pgConfig(database.address), max: 1 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const runner = (prepared: boolean, memory = createResultSizeLimit()) =>
    createRun(pool, { prepared, measureResult: memory.begin });

  it.each([true, false])('end when the page is full, and keep the connection usable: prepared=%s', async (prepared) => {
    const run = runner(prepared);
    const weight = page(100_000);
    const [cut, whole] = await runWithRecord(newRequest(), async () => [
      await run(numbers, { most: 100_000, zero: 0 }, weight),
      await run(numbers, { most: 120, zero: 0 }, page(1_000_000)),
    ]);

    expect(cut.map(({ n }) => n)).toEqual(Array.from({ length: cut.length }, (_, place) => place + 1));
    expect(cut.length).toBeGreaterThan(90);
    expect(cut.length).toBeLessThan(100);
    expect(weight.isReached).toBe(true);
    expect(whole).toHaveLength(120);
  });

  it('accept the first row of any size', async () => {
    const rows = await runWithRecord(newRequest(), () => runner(true)(numbers, { most: 3, zero: 0 }, page(10)));
    expect(rows.map(({ n }) => n)).toEqual([1]);
  });

  it('report an error between rows, and the connection stays usable', async () => {
    const run = runner(true);
    await runWithRecord(newRequest(), async () => {
      await expect(run(numbers, { most: 200, zero: 120 }, page(1_000_000))).rejects.toThrow('division by zero');
      expect(await run(numbers, { most: 60, zero: 0 }, page(1_000_000))).toHaveLength(60);
    });
  });

  it('fail if one request reads too much, without a later effect on it', async () => {
    const memory = createResultSizeLimit({ perRequest: 50_000, perProcess: 80_000, small: 10_000 });
    const run = runner(true, memory);
    const one = newRequest();
    const read = (most: number) => runWithRecord(one, () => run(numbers, { most, zero: 0 }));
    await expect(read(100)).rejects.toMatchObject({ code: 'TOO_LARGE', problems: [{ reason: 'TOO_COSTLY' }] });
    expect(one.resultSize.bytes).toBeLessThanOrEqual(50_000);
  });

  it('reject large reads while other requests hold the memory, but not small ones', async () => {
    const memory = createResultSizeLimit({ perRequest: 50_000, perProcess: 85_000, small: 10_000 });
    const run = runner(true, memory);
    const [first, second, third] = [newRequest(), newRequest(), newRequest()];
    const read = (by: RequestRecord, most: number) => runWithRecord(by, () => run(numbers, { most, zero: 0 }));
    const isOver = ({ resultSize }: RequestRecord) => memory.onCompleted({ resultSize });
    await read(first, 40);
    await read(second, 40);
    await expect(read(third, 20)).rejects.toMatchObject({ code: 'UNAVAILABLE', problems: [{ reason: 'OVERLOADED' }] });
    isOver(third);
    expect(await read(newRequest(), 5)).toHaveLength(5);
    isOver(first);
    expect(await read(newRequest(), 20)).toHaveLength(20);
  });

  it('return a page that reports a next one', () => {
    const order = [key('n', 'n', 'number', 'asc')];
    const rows = [{ n: 1 }, { n: 2 }];
    expect(pageOf([...rows], { limit: 5 }, order, true)).toMatchObject({ nodes: rows, hasNext: true });
    const backwards = pageOf([...rows], { limit: 5, backwards: true }, order, true);
    expect(backwards).toMatchObject({ nodes: [{ n: 2 }, { n: 1 }], hasNext: false, hasPrevious: true });
  });
});
