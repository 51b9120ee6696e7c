import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../src/database/sql/statement.js';
import { createRun } from '../../src/core/transaction/run.js';
import {
  createRouteUsageCounter,
  type RouteUsage,
  type RouteUsageCounter,
  type RouteUsageOptions,
} from '../../src/adapters/usage/route-usage-counter.js';
import { deleteOldUsage } from '../../src/adapters/usage/stored-usage.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { storedUses } from './stored-uses.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => database.pool.query('delete from route_uses'));
afterEach(cleanUp);
afterAll(() => database.drop());

const stored = () => storedUses(database.pool);

/** Seconds since 1970. */
const NOON = Date.UTC(2026, 10, 21, 12) / 1000;
const route = 'GET /v2.1/events';

interface Watched {
  readonly use: RouteUsageCounter;
  /** One request for the route by application 1 by default. */
  readonly seen: (changes?: Partial<RouteUsage>, times?: number) => void;
  /** Number of rows per statement. */
  readonly batches: number[];
  readonly lines: string[];
  /** If set, every statement fails with it. */
  failure: Error | undefined;
}

function watch(options: Pick<RouteUsageOptions, 'intervalMs' | 'maxRows'> = {}): Watched {
  const real = createRun(database.pool, { prepared: true });
  const run: Run = (statement, args) => {
    watched.batches.push((JSON.parse((args as { counts: string }).counts) as unknown[]).length);
    return watched.failure ? Promise.reject(watched.failure) : real(statement, args);
  };
  const log = {
    warn: (...line: unknown[]) => void watched.lines.push(String(line.at(-1))),
    info: (...line: unknown[]) => void watched.lines.push(String(line.at(-1))),
  };
  const use = createRouteUsageCounter({ run, log, ...options });
  const seen: Watched['seen'] = (changes, times = 1) => {
    for (let time = 0; time < times; time += 1)
      use.record({ route, applicationId: '1', status: 200, now: NOON, ...changes });
  };
  const watched: Watched = { use, seen, batches: [], lines: [], failure: undefined };
  atTheEnd(() => watched.use.stop());
  return watched;
}

describe('the usage of routes', () => {
  it('is counted by day, application and route, and written in one statement when the service stops', async () => {
    const { use, seen, batches } = watch();
    seen({ now: NOON + 5 }, 3);
    seen({ status: 404, now: NOON + 9 });
    seen({ status: 399, now: NOON + 7 });
    seen({ applicationId: '2', status: 503 });
    seen({ applicationId: null });
    seen({ route: 'other', applicationId: null, status: 404 });
    seen({ now: NOON + 43_200 });
    expect(await stored()).toEqual([]);
    await use.stop();
    expect([await stored(), batches]).toEqual([
      [
        ['2026-11-21', '1', route, 5, 1, '12:00:09'],
        ['2026-11-21', '2', route, 1, 1, '12:00:00'],
        ['2026-11-21', null, route, 1, 0, '12:00:00'],
        ['2026-11-21', null, 'other', 1, 1, '12:00:00'],
        ['2026-11-22', '1', route, 1, 0, '00:00:00'],
      ],
      [5],
    ]);
    await use.stop();
    expect(batches).toEqual([5]);
  });

  it('is added to stored counts, and its last use only moves forward', async () => {
    for (const now of [NOON + 9, NOON + 3]) {
      const { use, seen } = watch();
      seen({ now, applicationId: null, status: 500 }, 2);
      await use.stop();
    }
    expect(await stored()).toEqual([['2026-11-21', null, route, 4, 4, '12:00:09']]);
  });

  it('is written periodically while the service runs, without a statement if there was none', async () => {
    const { use, seen, batches } = watch({ intervalMs: 10 });
    use.start();
    seen();
    while ((await stored()).length === 0) await sleep(5);
    await sleep(50);
    expect(batches).toEqual([1]);
  });

  it('is exact if several services write the same rows concurrently, in any order', async () => {
    const services = Array.from({ length: 4 }, () => watch());
    const routes = Array.from({ length: 500 }, (_, number) => `GET /v2.1/route-${number}`);
    for (let round = 0; round < 5; round += 1) {
      for (const [index, { seen }] of services.entries())
        for (const each of index % 2 === 0 ? routes : routes.toReversed()) seen({ route: each, applicationId: null });
      await Promise.all(services.map(({ use }) => use.stop()));
    }
    expect(services.flatMap(({ lines }) => lines)).toEqual([]);
    const counts = (await stored()).map(([, , name, requests]) => [name, requests]);
    expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(routes.map((name) => [name, 20])));
  });

  it('is kept while the database is unavailable, which is logged twice', async () => {
    const watched = watch({ intervalMs: 10 });
    watched.failure = new Error('away');
    watched.use.start();
    watched.seen();
    while (watched.batches.length < 5) await sleep(5);
    watched.seen({ now: NOON + 1, status: 500 });
    watched.seen({ applicationId: '2' });
    expect(watched.lines).toEqual(['Failed to store route usage; retrying']);
    watched.failure = undefined;
    while ((await stored()).length < 2) await sleep(5);
    await watched.use.stop();
    expect(await stored()).toEqual([
      ['2026-11-21', '1', route, 2, 1, '12:00:01'],
      ['2026-11-21', '2', route, 1, 0, '12:00:00'],
    ]);
    expect(watched.lines.slice(1)).toEqual(['Resumed storing route usage']);
  });

  it('does not delay the shutdown of a service while the database is unavailable', async () => {
    const watched = watch();
    watched.failure = new Error('away');
    watched.seen();
    await watched.use.stop();
    expect([watched.lines.length, await stored()]).toEqual([1, []]);
  });

  it('needs limited memory, and counts the excess as other', async () => {
    const watched = watch({ maxRows: 2 });
    watched.failure = new Error('away');
    for (const applicationId of ['1', '2', '3', '4', '1', '3']) watched.seen({ applicationId });
    await watched.use.stop();
    watched.seen({ applicationId: '5', status: 404 });
    watched.failure = undefined;
    await watched.use.stop();
    expect(await stored()).toEqual([
      ['2026-11-21', '1', route, 2, 0, '12:00:00'],
      ['2026-11-21', '2', route, 1, 0, '12:00:00'],
      ['2026-11-21', null, 'other', 4, 1, '12:00:00'],
    ]);
  });

  it('is deleted after the retention time', async () => {
    const { use, seen } = watch();
    const today = Math.floor(Date.now() / 86_400_000) * 86_400;
    for (const daysAgo of [0, 1, 2, 3, 400]) seen({ now: today - daysAgo * 86_400, route: `${daysAgo} days ago` });
    await use.stop();
    await deleteOldUsage(createRun(database.pool, { prepared: true }), 2);
    expect((await stored()).map(([, , name]) => name)).toEqual(['1 days ago', '0 days ago']);
  });
});
