import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Run } from '../../src/database/sql/statement.js';
import { createRun } from '../../src/core/transaction/run.js';
import { createTokenUse, type TokenUse } from '../../src/http/tokens.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createToken, createUser } from '../support/factories.js';

let database: TestDatabase;
let userId: string;
beforeAll(async () => {
  database = await freshDatabase();
  userId = await createUser(database.pool);
});
beforeEach(() => database.pool.query('delete from access_tokens'));
afterEach(cleanUp);
afterAll(() => database.drop());

/** An instant of 2026, in seconds since 1970. */
const NOON = Date.UTC(2026, 10, 21, 12) / 1000;

async function tokenId(): Promise<string> {
  await createToken(database.pool, userId);
  const { rows } = await database.pool.query<{ id: string }>('select max(id)::text as id from access_tokens');
  return rows[0]!.id;
}

/** The last use of each token, in seconds after noon. */
async function stamps(): Promise<(number | null)[]> {
  const { rows } = await database.pool.query<{ at: number | null }>(
    `select (extract(epoch from last_used_at) - ${NOON})::float8 as at from access_tokens order by id`,
  );
  return rows.map(({ at }) => at);
}

interface Watched {
  readonly use: TokenUse;
  /** Number of IDs per statement. */
  readonly batches: number[];
  readonly lines: string[];
  /** If set, every statement fails with it. */
  failure: Error | undefined;
}

function watch(options: { intervalMs?: number; maxBuffered?: number; pool?: pg.Pool } = {}): Watched {
  const { pool = database.pool, ...rest } = options;
  const real = createRun(pool, { prepared: true });
  const run: Run = (statement, args) => {
    watched.batches.push((args as { ids: string[] }).ids.length);
    return watched.failure ? Promise.reject(watched.failure) : real(statement, args);
  };
  const log = {
    warn: (...line: unknown[]) => void watched.lines.push(String(line.at(-1))),
    info: (...line: unknown[]) => void watched.lines.push(String(line.at(-1))),
  };
  const watched: Watched = { use: createTokenUse({ run, log, ...rest }), batches: [], lines: [], failure: undefined };
  atTheEnd(() => watched.use.stop());
  return watched;
}

describe('the last use of tokens', () => {
  it('is written in one statement, the latest of each, when the service stops', async () => {
    const [one, two] = [await tokenId(), await tokenId()];
    await tokenId();
    const { use, batches } = watch();
    for (const [id, time] of [
      [one, 5.25],
      [two, 9],
      [one, 7.5],
      [one, 6],
    ] as const)
      use.seen(id, NOON + time);
    expect(await stamps()).toEqual([null, null, null]);
    await use.stop();
    expect([await stamps(), batches]).toEqual([[7.5, 9, null], [2]]);
    await use.stop();
    expect(batches).toEqual([2]);
  });

  it('is written periodically while the service runs, without a statement if there was none', async () => {
    const id = await tokenId();
    const { use, batches } = watch({ intervalMs: 10 });
    use.start();
    use.start();
    use.seen(id, NOON);
    while ((await stamps())[0] === null) await sleep(5);
    await sleep(50);
    expect(batches).toEqual([1]);
    await use.stop();
    use.seen(id, NOON + 600);
    await sleep(50);
    expect(batches).toEqual([1]);
  });

  it('moves forward only, and by a minute at least', async () => {
    const id = await tokenId();
    for (const [seen, expected] of [
      [0, 0],
      [59, 0],
      [-3_600, 0],
      [60, 60],
      [500.5, 500.5],
    ] as const) {
      const { use } = watch();
      use.seen(id, NOON + seen);
      await use.stop();
      expect(await stamps()).toEqual([expected]);
    }
  });

  it('skips deleted tokens, and those locked by other transactions', async () => {
    const [locked, free, gone] = [await tokenId(), await tokenId(), await tokenId()];
    await database.pool.query('delete from access_tokens where id = $1', [gone]);
    const other = await database.pool.connect();
    try {
      await other.query('begin');
      await other.query('select from access_tokens where id = $1 for update', [locked]);
      const { use } = watch();
      for (const id of [locked, free, gone]) use.seen(id, NOON);
      await use.stop();
      expect(await stamps()).toEqual([null, 0]);
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  it('is written by several services concurrently without a deadlock', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) ids.push(await tokenId());
    const services = Array.from({ length: 4 }, () => watch());
    for (const [index, { use }] of services.entries())
      for (const id of index % 2 === 0 ? ids : ids.toReversed()) use.seen(id, NOON + index * 61);
    await Promise.all(services.map(({ use }) => use.stop()));
    expect(services.flatMap(({ lines }) => lines)).toEqual([]);
    for (const stamp of await stamps()) expect([0, 61, 122, 183]).toContain(stamp);
  });

  it('is kept while the database is unavailable, which is logged twice', async () => {
    const [one, two] = [await tokenId(), await tokenId()];
    const watched = watch({ intervalMs: 10 });
    watched.failure = new Error('away');
    watched.use.start();
    watched.use.seen(one, NOON);
    while (watched.batches.length < 5) await sleep(5);
    watched.use.seen(one, NOON + 90);
    watched.use.seen(two, NOON + 30);
    expect(watched.lines).toEqual(['Failed to store the last use of tokens; retrying']);
    watched.failure = undefined;
    while ((await stamps()).includes(null)) await sleep(5);
    expect(await stamps()).toEqual([90, 30]);
    await watched.use.stop();
    expect(watched.lines.slice(1)).toEqual(['Resumed storing the last use of tokens']);
  });

  it('does not delay the shutdown of a service while the database is unavailable', async () => {
    const watched = watch();
    watched.failure = new Error('away');
    watched.use.seen(await tokenId(), NOON);
    await watched.use.stop();
    expect([watched.lines.length, await stamps()]).toEqual([1, [null]]);
  });

  it('is kept for a limited number of tokens', async () => {
    const [one, two, three] = [await tokenId(), await tokenId(), await tokenId()];
    const { use } = watch({ maxBuffered: 2 });
    for (const [id, time] of [
      [one, 1],
      [two, 2],
      [three, 3],
      [one, 4],
    ] as const)
      use.seen(id, NOON + time);
    await use.stop();
    expect(await stamps()).toEqual([4, 2, null]);
  });

  it('of very many tokens is written in several statements', async () => {
    const id = await tokenId();
    const { use, batches } = watch();
    for (let other = 0; other < 100_001; other += 1) use.seen(String(10_000_000 + other), NOON);
    use.seen(id, NOON);
    await use.stop();
    expect([batches, await stamps()]).toEqual([Array.from({ length: 10 }, () => 10_000), [null]]);
  });
});
