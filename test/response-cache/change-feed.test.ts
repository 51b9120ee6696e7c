import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRevalidatingCache, type RevalidatingCache } from '../../src/http/cache/revalidating-cache.js';
import { createChangeFeed } from '../../src/http/cache/change-feed.js';
import { INCARNATION } from '../../src/http/cache/snapshots.js';
import { createChangeRetention } from '../../src/http/cache/change-retention.js';
import { cacheScopes, findScope } from '../../src/http/cache/scope.js';
import type { Run } from '../../src/database/sql/statement.js';
import { createRun } from '../../src/core/transaction/run.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/process.js';
import * as make from '../support/factories.js';

let database: TestDatabase;
let run: Run;
let statements = 0;
let [event, other] = ['', ''];

beforeAll(async () => {
  database = await freshDatabase();
  const real = createRun(database.pool, { prepared: true });
  run = (statement, args) => {
    statements += 1;
    return real(statement, args);
  };
  event = await make.createEvent(database.pool);
  other = await make.createEvent(database.pool);
});
afterAll(() => database.drop());

const rename = (id: string) => database.pool.query(`update events set name = name || '!' where id = $1`, [id]);

describe('the change feed', () => {
  it('reports a commit for its event, and for the scope of everything', async () => {
    const changes = createChangeFeed(run);
    const since = await changes.poll();
    expect(([[event], [other], 'everything'] as const).map((scope) => changes.hasChanged(scope, since))).toEqual([
      false,
      false,
      false,
    ]);
    await rename(event);
    const now = await changes.poll();
    expect(([[event], [other], 'everything'] as const).map((scope) => changes.hasChanged(scope, since))).toEqual([
      true,
      false,
      true,
    ]);
    expect(changes.hasChanged([event], now)).toBe(false);
  });

  it('reports a change without an event for every event', async () => {
    const changes = createChangeFeed(run);
    const since = await changes.poll();
    await database.pool.query(`update languages set name = name || '.' where id = 1`);
    await changes.poll();
    expect(changes.hasChanged([other], since)).toBe(true);
  });

  it('reports a transaction that began before a poll and committed after it', async () => {
    const changes = createChangeFeed(run);
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(`update events set name = 'Slow' where id = $1`, [event]);
    const since = await changes.poll();
    await rename(other);
    await changes.poll();
    expect(changes.hasChanged([event], since)).toBe(false);
    await client.query('commit');
    client.release();
    await changes.poll();
    expect(changes.hasChanged([event], since)).toBe(true);
  });

  it('runs one poll for concurrent callers, and a second one for callers that arrive while it is in flight', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changes = createChangeFeed(async (statement, args) => {
      const rows = await run(statement, args);
      begun.resolve();
      await end.promise;
      return rows;
    });
    statements = 0;
    const together = Array.from({ length: 50 }, () => changes.poll());
    await begun.promise;
    const later = Array.from({ length: 50 }, () => changes.poll());
    await sleep(5);
    expect(statements).toBe(1);
    end.resolve();
    const numbers = [...(await Promise.all(together)), ...(await Promise.all(later))];
    expect([[...new Set(numbers)], numbers.filter((number) => number === 1).length, statements]).toEqual([
      [1, 2],
      50,
      2,
    ]);
  });

  describe('with an interval', () => {
    const intervalMs = 40;

    it('polls at most once per interval, and not before the call that awaits the poll', async () => {
      const starts: number[] = [];
      // Without commits, each poll is one statement.
      const quiet: Run = async () => {
        starts.push(performance.now());
        await sleep(5);
        return [{ snapshot: '7:7:', incarnation: '1', follows: true, events: [] }] as never[];
      };
      const changes = createChangeFeed(quiet, { minIntervalMs: intervalMs });
      const waits: Promise<number>[] = [];
      for (let call = 0; call < 60; call += 1) {
        const calledAt = performance.now();
        waits.push(changes.poll().then((number) => starts[number - 1]! - calledAt));
        await sleep(3);
      }
      expect(Math.min(...(await Promise.all(waits)))).toBeGreaterThanOrEqual(0);
      const gaps = starts.slice(1).map((at, index) => at - starts[index]!);
      // Timers of Node have a resolution of a millisecond.
      expect([gaps.length > 2, Math.min(...gaps) > intervalMs - 2]).toEqual([true, true]);
    });

    it('starts the first poll at once, and reports a commit to callers that arrive after it', async () => {
      const hour = 3_600_000;
      expect(await createChangeFeed(run, { minIntervalMs: hour }).poll()).toBe(1);
      const changes = createChangeFeed(run, { minIntervalMs: intervalMs });
      const since = await changes.poll();
      const early = changes.poll();
      await rename(event);
      await Promise.all([early, changes.poll()]);
      expect(changes.hasChanged([event], since)).toBe(true);
    });
  });

  it('reports every scope as changed after a long time without polls, when rows may have been deleted', async () => {
    const changes = createChangeFeed(run, { maxGapMs: 20 });
    const since = await changes.poll();
    await sleep(30);
    await changes.poll();
    expect(changes.hasChanged([event], since)).toBe(true);
  });

  it('reports every scope as changed after a very large change, and when transactions are missing', async () => {
    const changes = createChangeFeed(run);
    const since = await changes.poll();
    await database.pool.query('insert into changes (event_id) select 1000000 + n from generate_series(1, 1001) as n');
    await changes.poll();
    expect(changes.hasChanged([event], since)).toBe(true);
    let isLost = false;
    const changed = createChangeFeed(async (statement, args) => {
      const rows = await run(statement, args);
      // As from a copy of the database that lacks its last transactions.
      return isLost ? rows.map((row) => ({ ...row, follows: false })) : rows;
    });
    const before = await changed.poll();
    isLost = true;
    await changed.poll();
    expect(changed.hasChanged([event], before)).toBe(true);
  });

  it('invalidates everything for another incarnation of the database, even without commits', async () => {
    let crashes = 0;
    const changes = createChangeFeed(async (statement, args) => {
      const rows = await run(statement, args);
      return rows.map((row) => ({ ...row, incarnation: `incarnation ${crashes}` }));
    });
    // From the third poll on, only the snapshots are compared.
    for (let polls = 0; polls < 3; polls += 1) await changes.poll();
    const since = await changes.poll();
    const before = changes.invalidatedAt();
    expect(([[event], 'everything'] as const).map((scope) => changes.hasChanged(scope, since))).toEqual([false, false]);
    crashes += 1;
    const now = await changes.poll();
    expect(([[event], 'everything'] as const).map((scope) => changes.hasChanged(scope, since))).toEqual([true, true]);
    expect([before < now, changes.invalidatedAt()]).toEqual([true, now]);
    await changes.poll();
    expect(changes.hasChanged([event], now)).toBe(false);
  });

  it('invalidates everything when the table of changes is replaced, as by a restore', async () => {
    const changes = createChangeFeed(run);
    const since = await changes.poll();
    await database.pool.query(`begin;
      alter table changes rename to replaced_changes;
      create table changes (like replaced_changes including all);
      commit`);
    await changes.poll();
    expect(changes.hasChanged([event], since)).toBe(true);
    await database.pool.query('drop table changes; alter table replaced_changes rename to changes');
  });

  it('rejects all callers that await a failed poll, and polls again for the next caller', async () => {
    let fails = true;
    const changes = createChangeFeed((statement, args) =>
      fails ? Promise.reject(new Error('away')) : run(statement, args),
    );
    const asked = await Promise.allSettled([changes.poll(), changes.poll()]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await changes.poll()).toBe(2);
  });
});

describe('old changes', () => {
  const left = async () => (await database.pool.query('select from changes where event_id = 900000')).rowCount;

  it('are deleted, but not by transaction IDs from before a crash', async () => {
    let crashes = 0;
    const crashing: Run = async (statement, args) => {
      const given = 'incarnation' in Object(args) ? { ...args, incarnation: `${crashes}` } : args;
      const { text, ...rest } = statement;
      const faked = { ...rest, name: `${rest.name} in ${crashes}`, text: text.replace(INCARNATION, `'${crashes}'`) };
      return run(faked, given);
    };
    const log = { warn: () => undefined, info: () => undefined };
    const retentionMs = 200;
    const retention = createChangeRetention(crashing, log, { intervalMs: 1_000_000, retentionMs });
    await database.pool.query('insert into changes (event_id) values (900000)');
    await retention.stop();
    crashes += 1;
    await sleep(retentionMs + 50);
    await retention.stop();
    expect(await left()).toBe(1);
    // Transactions of other suites, on the same server, hold back the horizon.
    await eventually(async () => {
      await sleep(retentionMs + 50);
      await retention.stop();
      return (await left()) === 0;
    });
  });
});

describe('the scope of a record', () => {
  it('is cached until everything is invalidated: after a promotion its ID may belong to another record', async () => {
    let [lookups, invalidatedAt] = [0, 0];
    const talk = await make.createTalk(database.pool, event);
    const find = findScope(run);
    const scopeOf = cacheScopes(
      (subject) => {
        lookups += 1;
        return find(subject);
      },
      () => invalidatedAt,
    );
    const subject = { kind: 'talks', id: talk };
    expect([await scopeOf(subject), await scopeOf(subject), lookups]).toEqual([event, event, 1]);
    await database.pool.query('delete from talks where id = $1', [talk]);
    await make.createTalk(database.pool, other, { id: talk });
    expect(await scopeOf(subject)).toBe(event);
    invalidatedAt += 1;
    expect(await scopeOf(subject)).toBe(other);
  });
});

interface Small {
  readonly status: number;
  readonly body: string;
  readonly grow: (bytes: number) => void;
}

describe('the response cache', () => {
  const none = () => undefined;
  const keep = (cache: RevalidatingCache<Small>, key: string) =>
    cache.getOrCompute({
      key,
      scope: () => Promise.resolve('everything'),
      until: () => Promise.resolve(Infinity),
      compute: () => Promise.resolve({ status: 200, body: 'x'.repeat(2_000), grow: none }),
      prepare: (response, _until, grow) => Promise.resolve({ ...response, grow }),
    });
  const keys = ['a', 'b'];

  it('limits its size, including compressed variants that are added later', async () => {
    const cache = createRevalidatingCache<Small>(createChangeFeed(run), () => 0, 8_000);
    await keep(cache, 'a');
    const { grow } = await keep(cache, 'b');
    const found = async () => (await Promise.all(keys.map(async (key) => cache.find(key)))).filter(Boolean).length;
    expect(await found()).toBe(2);
    grow(2_000);
    expect([await cache.find('a'), await found()]).toEqual([undefined, 1]);
    grow(10_000);
    expect(await found()).toBe(0);
  });
});
