import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Duplex } from 'node:stream';
import { sql } from 'kysely';
import type pg from 'pg';
import { closeOrm, createOrm, poolOf, type Orm } from '../../src/database/orm.js';
import { pipelinedTransactions } from '../../src/core/transaction/pipelined-transaction.js';
import { statement, type Run } from '../../src/database/sql/statement.js';
import { createRun } from '../../src/core/transaction/run.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

const note = statement<{ word: string }, { word: string }>(
  'note a word',
  ($) => sql`insert into words values (${$.word}) returning word`,
);
const all = statement<object, { word: string }>('all words', () => sql`select word from words order by word`);
const terminate = statement<object, object>('terminate', () => sql`select pg_terminate_backend(pg_backend_pid())`);

let database: TestDatabase;
let orm: Orm;
/** A pool of one connection: the next transaction meets what the last one left behind. */
let pool: pg.Pool;
/** The protocol messages: `>` from the client, `<` from PostgreSQL. */
let said = '';

beforeAll(async () => {
  database = await freshDatabase();
  await database.pool.query('create table words (word text primary key deferrable initially immediate)');
  orm = createOrm(database.address, 1);
  pool = await poolOf(orm);
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
    const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
    const watching = (...given: unknown[]): boolean => {
      said += '>';
      return write(...given);
    };
    Object.assign(stream, { write: watching });
    stream.on('data', () => (said += '<'));
  });
});
afterAll(async () => {
  await closeOrm(orm);
  await database.drop();
});

const words = async (): Promise<string[]> =>
  (await createRun(database.pool, { prepared: true })(all, {})).map(({ word }) => word);

describe.each([true, false])('A transaction of prepared statements (prepared=%s)', (prepared) => {
  const withStatements = <Value>(work: Parameters<ReturnType<typeof pipelinedTransactions>>[0]) =>
    pipelinedTransactions(pool, { prepared })(work) as Promise<Value>;
  const both = (first: string, second: string) => (run: Run) =>
    Promise.all([run(note, { word: first }), run(note, { word: second })]);

  beforeAll(() => database.pool.query('truncate words'));

  it('pipelines concurrent statements, and its commit with the last statement', async () => {
    await createRun(pool, { prepared })(all, {});
    said = '';
    const noted = await withStatements(async ({ run, runLast }) => [
      ...(await both('ash', 'birch')(run)),
      await runLast(note, { word: 'cedar' }),
    ]);
    expect(noted).toEqual([[{ word: 'ash' }], [{ word: 'birch' }], [{ word: 'cedar' }]]);
    expect(said.replaceAll(/>+/g, '>').replaceAll(/<+/g, '<')).toBe('><><');
    expect(await words()).toEqual(['ash', 'birch', 'cedar']);
  });

  it.each<[string, Parameters<typeof withStatements>[0]]>([
    ['of several pipelined ones', ({ run }) => both('dogwood', 'ash')(run)],
    ['of several pipelined ones, followed by others', ({ run }) => both('ash', 'dogwood')(run)],
    [
      'that is the last',
      async ({ run, runLast }) => {
        await run(note, { word: 'elm' });
        await runLast(note, { word: 'ash' });
      },
    ],
  ])('leaves nothing if one statement fails %s', async (_, work) => {
    await expect(withStatements(work)).rejects.toMatchObject({ code: '23505' });
    expect(await words()).toEqual(['ash', 'birch', 'cedar']);
  });

  it('commits without a last statement, too', async () => {
    await withStatements(({ run }) => both('yew', 'zelkova')(run));
    expect(await words()).toEqual(['ash', 'birch', 'cedar', 'yew', 'zelkova']);
    await withStatements(({ executeSql }) => executeSql("delete from words where word > 'x'"));
    expect(await words()).toEqual(['ash', 'birch', 'cedar']);
  });

  it('leaves nothing if the commit fails', async () => {
    const late = withStatements(async ({ executeSql, runLast }) => {
      await executeSql('set constraints all deferred');
      await runLast(note, { word: 'ash' });
    });
    await expect(late).rejects.toMatchObject({ code: '23505' });
    expect(await words()).toEqual(['ash', 'birch', 'cedar']);
  });

  it('leaves nothing if the work fails synchronously', async () => {
    const broken = withStatements(() => {
      throw new Error('No trees');
    });
    await expect(broken).rejects.toThrow('No trees');
    await createRun(pool, { prepared })(note, { word: 'hazel' });
    expect(await words()).toEqual(['ash', 'birch', 'cedar', 'hazel']);
    await database.pool.query("delete from words where word = 'hazel'");
  });

  it('rejects statements after its end', async () => {
    const late = withStatements(async ({ run, runLast }) => {
      await runLast(note, { word: 'ivy' });
      await run(note, { word: 'juniper' });
    });
    await expect(late).rejects.toThrow('A statement came after the end of its transaction');
    expect(await words()).toEqual(['ash', 'birch', 'cedar', 'ivy']);
    await database.pool.query("delete from words where word = 'ivy'");
  });

  it('leaves nothing if the work fails', async () => {
    const broken = withStatements(async ({ run }) => {
      await run(note, { word: 'fir' });
      throw new Error('No more trees');
    });
    await expect(broken).rejects.toThrow('No more trees');
    expect(await words()).toEqual(['ash', 'birch', 'cedar']);
  });

  it.each<[string, Parameters<typeof withStatements>[0]]>([
    ['at once', ({ run }) => Promise.all([run(terminate, {}), run(note, { word: 'ginkgo' })])],
    ['at the end', ({ runLast }) => runLast(terminate, {})],
  ])('rejects if its connection breaks %s, and the next one uses another', async (_, work) => {
    await expect(withStatements(work)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await withStatements(({ runLast }) => runLast(all, {}))).toHaveLength(3);
    expect(await words()).toEqual(['ash', 'birch', 'cedar']);
  });

  it('leaves its connection unchanged for reads with cursors', async () => {
    const client = await pool.connect();
    expect(client.pipeline).toBe(false);
    client.release();
  });
});
