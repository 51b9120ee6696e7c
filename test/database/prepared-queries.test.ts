import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { createRun } from '../../src/core/transaction/run.js';
import { pgConfig } from '../../src/database/orm.js';
import { rowReader } from '../../src/database/sql/row-reader.js';
import { statement } from '../../src/database/sql/statement.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

/** One value of every kind that `pg` converts, and null. */
const SELECT = `select 1::int as int, 9007199254740993::bigint as bigint, 1.5::float8 as float, true as yes, false as no,
  'ä "quoted"' as text, null::int as nothing, '{"a": [1]}'::jsonb as json, array[1, null]::int[] as ints,
  array['a', 'b,c']::text[] as texts, '2026-01-02 03:04:05.678+00'::timestamptz as moment, 'x' as "__proto__",
  'last' as twice, 'line' as "new
line"`;

const everything = statement<{ n: number }, Record<string, unknown>>(
  'prepared everything',
  ($) => sql`${sql.raw(SELECT)} where ${$.n}::int > 0`,
);
const widened = statement<Record<never, never>, object>('prepared widened', () => sql`select * from widened`);
const broken = statement<{ text: string }, object>('prepared broken', ($) => sql`select ${$.text}::int as n`);

let database: TestDatabase;
/** A pool of one connection, whose protocol messages are recorded. */
let pool: pg.Pool;
let sent: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ ...pgConfig(database.address), max: 1 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: Record<string, (...args: unknown[]) => unknown> };
    for (const name of ['parse', 'bind', 'describe', 'execute']) {
      const send = connection[name]!.bind(connection);
      connection[name] = (...args) => {
        sent.push(name);
        return send(...args);
      };
    }
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('A prepared query', () => {
  it.each([true, false])('returns the same rows as pg, prepared=%s', async (prepared) => {
    const { rows } = await database.pool.query<Record<string, unknown>>(SELECT);
    const run = createRun(pool, { prepared });
    for (let time = 0; time < 3; time += 1) expect(await run(everything, { n: 1 })).toEqual(rows);
    expect(await run(everything, { n: 0 })).toEqual([]);
    expect(Object.keys((await run(everything, { n: 1 }))[0] ?? {})).toContain('__proto__');
  });

  it('is parsed and described once per connection', async () => {
    const run = createRun(pool, { prepared: true });
    await run(everything, { n: 1 });
    sent = [];
    await run(everything, { n: 1 });
    expect(sent).toEqual(['bind', 'execute']);
    await pool.query('select 1');
    const client = await pool.connect();
    client.release(true);
    sent = [];
    await run(everything, { n: 1 });
    expect(sent).toEqual(['parse', 'bind', 'describe', 'execute']);
  });

  it('without a name is described each time', async () => {
    const run = createRun(pool, { prepared: false });
    sent = [];
    await run(everything, { n: 1 });
    await run(everything, { n: 1 });
    expect(sent.filter((name) => name === 'describe')).toHaveLength(2);
  });

  it('reports the error of PostgreSQL, before and after it has been described', async () => {
    const run = createRun(pool, { prepared: true });
    await expect(run(broken, { text: 'no number' })).rejects.toMatchObject({ code: '22P02' });
    expect(await run(broken, { text: '7' })).toEqual([{ n: 7 }]);
    await expect(run(broken, { text: 'no number' })).rejects.toMatchObject({ code: '22P02' });
    expect(await run(broken, { text: '8' })).toEqual([{ n: 8 }]);
  });

  it('fails, rather than returning other columns, if a migration of another process changes them', async () => {
    const run = createRun(pool, { prepared: true });
    await database.pool.query('create table widened as select 1 as a');
    expect(await run(widened, {})).toEqual([{ a: 1 }]);
    await database.pool.query('alter table widened add b int default 2');
    await expect(run(widened, {})).rejects.toThrow('cached plan must not change result type');
    // The pool has replaced the connection.
    expect(await run(widened, {})).toEqual([{ a: 1, b: 2 }]);
  });

  it('shares the function of results with equal columns', () => {
    const fields = [
      { name: 'a', dataTypeID: 23 },
      { name: 'b', dataTypeID: 25 },
    ];
    expect(rowReader(fields)).toBe(rowReader(structuredClone(fields)));
    expect(rowReader(fields)).not.toBe(rowReader(fields.toReversed()));
    expect(rowReader(fields)(['1', null])).toEqual({ a: 1, b: null });
  });
});
