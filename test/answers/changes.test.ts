import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAnswerCache, type AnswerCache } from '../../src/http/cache/answer-cache.js';
import { INCARNATION } from '../../src/http/cache/incarnation.js';
import { followChanges } from '../../src/http/cache/changes.js';
import { forgetChanges } from '../../src/http/cache/forget-changes.js';
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

describe('what has been committed', () => {
  it('is told of one event, and of any', async () => {
    const changes = followChanges(run);
    const since = await changes.look();
    expect([event, other, 'everything'].map((scope) => changes.areAny(scope, since))).toEqual([false, false, false]);
    await rename(event);
    const now = await changes.look();
    expect([event, other, 'everything'].map((scope) => changes.areAny(scope, since))).toEqual([true, false, true]);
    expect(changes.areAny(event, now)).toBe(false);
  });

  it('is told of every event where it is about no event', async () => {
    const changes = followChanges(run);
    const since = await changes.look();
    await database.pool.query(`update languages set name = name || '.' where id = 1`);
    await changes.look();
    expect(changes.areAny(other, since)).toBe(true);
  });

  it('is told when it was begun before a look and ended after it', async () => {
    const changes = followChanges(run);
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(`update events set name = 'Slow' where id = $1`, [event]);
    const since = await changes.look();
    await rename(other);
    await changes.look();
    expect(changes.areAny(event, since)).toBe(false);
    await client.query('commit');
    client.release();
    await changes.look();
    expect(changes.areAny(event, since)).toBe(true);
  });

  it('is looked at once for all who ask at one moment, and once more for all who ask while that look is on its way', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changes = followChanges(async (statement, args) => {
      const rows = await run(statement, args);
      begun.resolve();
      await end.promise;
      return rows;
    });
    statements = 0;
    const together = Array.from({ length: 50 }, () => changes.look());
    await begun.promise;
    const later = Array.from({ length: 50 }, () => changes.look());
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

  it('is thought to be anything after a long time without a look, when its rows may have been forgotten', async () => {
    const changes = followChanges(run, 20);
    const since = await changes.look();
    await sleep(30);
    await changes.look();
    expect(changes.areAny(event, since)).toBe(true);
  });

  it('is thought to be anything after a very large change, and when transactions are missing', async () => {
    const changes = followChanges(run);
    const since = await changes.look();
    await database.pool.query('insert into changes (event_id) select 1000000 + n from generate_series(1, 1001) as n');
    await changes.look();
    expect(changes.areAny(event, since)).toBe(true);
    let isLost = false;
    const changed = followChanges(async (statement, args) => {
      const rows = await run(statement, args);
      // As from a copy of the database that lacks its last transactions.
      return isLost ? rows.map((row) => ({ ...row, follows: false })) : rows;
    });
    const before = await changed.look();
    isLost = true;
    await changed.look();
    expect(changed.areAny(event, before)).toBe(true);
  });

  it('is invalidated by another incarnation of the database, also while nothing is committed', async () => {
    let crashes = 0;
    const changes = followChanges(async (statement, args) => {
      const rows = await run(statement, args);
      return rows.map((row) => ({ ...row, incarnation: `incarnation ${crashes}` }));
    });
    // From the third poll on, only the snapshots are compared.
    for (let polls = 0; polls < 3; polls += 1) await changes.look();
    const since = await changes.look();
    const before = changes.invalidatedAt();
    expect([event, 'everything'].map((scope) => changes.areAny(scope, since))).toEqual([false, false]);
    crashes += 1;
    const now = await changes.look();
    expect([event, 'everything'].map((scope) => changes.areAny(scope, since))).toEqual([true, true]);
    expect([before < now, changes.invalidatedAt()]).toEqual([true, now]);
    await changes.look();
    expect(changes.areAny(event, now)).toBe(false);
  });

  it('is invalidated when the table of changes is replaced, as a restore does', async () => {
    const changes = followChanges(run);
    const since = await changes.look();
    await database.pool.query(`begin;
      alter table changes rename to replaced_changes;
      create table changes (like replaced_changes including all);
      commit`);
    await changes.look();
    expect(changes.areAny(event, since)).toBe(true);
    await database.pool.query('drop table changes; alter table replaced_changes rename to changes');
  });

  it('fails for those who wait for it, and is looked at again by the next', async () => {
    let fails = true;
    const changes = followChanges((statement, args) =>
      fails ? Promise.reject(new Error('away')) : run(statement, args),
    );
    const asked = await Promise.allSettled([changes.look(), changes.look()]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await changes.look()).toBe(2);
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
    const rememberedMs = 200;
    const forgetting = forgetChanges(crashing, log, { everyMs: 1_000_000, rememberedMs });
    await database.pool.query('insert into changes (event_id) values (900000)');
    await forgetting.stop();
    crashes += 1;
    await sleep(rememberedMs + 50);
    await forgetting.stop();
    expect(await left()).toBe(1);
    // Transactions of other suites, on the same server, hold back the horizon.
    await eventually(async () => {
      await sleep(rememberedMs + 50);
      await forgetting.stop();
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

describe('what is kept', () => {
  const none = () => undefined;
  const keep = (cache: AnswerCache<Small>, key: string) =>
    cache.answer({
      key,
      scope: () => Promise.resolve('everything'),
      until: () => Promise.resolve(Infinity),
      compute: () => Promise.resolve({ status: 200, body: 'x'.repeat(2_000), grow: none }),
      ready: (answer, _scope, _until, grow) => Promise.resolve({ ...answer, grow }),
    });
  const keys = ['a', 'b'];

  it('is bounded, what has been packed since included', async () => {
    const cache = createAnswerCache<Small>(followChanges(run), () => 0, 8_000);
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
