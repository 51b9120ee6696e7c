import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type pg from 'pg';
import { createResultSizeLimit } from '../../src/core/reads/result-size-limit.js';
import { openTransactions } from '../../src/core/transaction/pipelined-transaction.js';
import { statementsOf } from '../../src/core/transaction/transactions.js';
import { closeOrm, createOrm, poolOf, type Orm } from '../../src/database/orm.js';
import { Event } from '../../src/database/entities/event.entity.js';
import { meterStatements } from '../../src/database/sql/metered-query.js';
import { statement } from '../../src/database/sql/statement.js';
import { emptyResult, runWithRecord, type RequestRecord } from '../../src/telemetry/request/request-record.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';

const TEXT = "select repeat('x', 1000) as text from generate_series(1, 100)";
const texts = statement<object, { text: string }>('measured texts', () => sql.raw(TEXT));

let database: TestDatabase;
let orm: Orm;
let pool: pg.Pool;
const memory = createResultSizeLimit({ perRequest: 50_000, perProcess: 80_000, small: 10_000 });
const measureResult = memory.begin;

beforeAll(async () => {
  database = await freshDatabase();
  orm = createOrm(database.address, 1);
  pool = await poolOf(orm);
  meterStatements(pool, measureResult);
  for (let n = 0; n < 60; n += 1) await make.createEvent(database.pool, { description: 'd'.repeat(1_000) });
});
afterAll(async () => {
  await closeOrm(orm);
  await database.drop();
});

async function inRequest<Value>(work: () => Promise<Value>): Promise<readonly [Value, number]> {
  const request: RequestRecord = {
    ...{ id: 'one', route: null, viewer: null, statements: 0, statementMs: 0, isStream: false, span: undefined },
    resultSize: emptyResult(),
  };
  try {
    return [await runWithRecord(request, work), request.resultSize.bytes];
  } finally {
    expect(request.resultSize.statements).toBe(0);
    memory.onCompleted(request);
  }
}

type Open = ReturnType<typeof openTransactions>;
const inOrm = (work: (em: Parameters<Parameters<Open['withEntities']>[0]>[0]) => Promise<unknown>) => (open: Open) =>
  open.withEntities(work);
const pipelined =
  (work: (transaction: Parameters<Parameters<NonNullable<Open['withStatements']>>[0]>[0]) => Promise<unknown>) =>
  async (open: Open) =>
    open.withStatements?.(work);

describe('The result of a statement in a transaction is limited', () => {
  const open = () => openTransactions(orm.em, pool, { prepared: true, measureResult });

  it.each<[string, (open: Open) => Promise<unknown>]>([
    ['as a text of the ORM', inOrm((em) => em.execute(TEXT))],
    ['as entities', inOrm((em) => em.find(Event, {}))],
    ['as a prepared statement of the ORM', inOrm((em) => statementsOf(em).run(texts, {}))],
    ['as the text of another component', inOrm((em) => statementsOf(em).executeSql(TEXT))],
    ['in parts', inOrm(async (em) => [await em.execute(`${TEXT} limit 30`), await em.execute(`${TEXT} limit 30`)])],
    ['as a pipelined statement', pipelined(({ run }) => run(texts, {}))],
    ['as a pipelined text', pipelined(({ executeSql }) => executeSql(TEXT))],
  ])('%s', async (_, work) => {
    await expect(inRequest(() => work(open()))).rejects.toMatchObject({ code: 'TOO_LARGE' });
    const [rows, bytes] = await inRequest(() => open().withEntities((em) => em.execute(`${TEXT} limit 2`)));
    expect([rows, bytes]).toEqual([Array(2).fill({ text: 'x'.repeat(1_000) }), 2_020]);
  });

  it('not in background work', async () => {
    expect(await open().withEntities((em) => em.execute<unknown[]>(TEXT))).toHaveLength(100);
  });

  it('and an error of PostgreSQL stays as it is', async () => {
    const failing = () => open().withEntities((em) => em.execute('select 1 / 0'));
    await expect(inRequest(failing)).rejects.toThrow('division by zero');
  });
});
