import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { criteriaOf, type EventListArguments } from '../../src/core/event/event-criteria.js';
import { pgConfig } from '../../src/database/orm.js';
import { eventFilters, type EventFilter } from '../../src/core/reads/event-filters.js';
import { eventCount, eventPage } from '../../src/core/reads/event-lists.js';
import { createRun } from '../../src/core/transaction/run.js';
import { addressOf } from './worlds.js';

const pool = new pg.Pool({ ...pgConfig(addressOf('large')), max: 2 });
afterAll(() => pool.end());

const run = createRun(pool, { prepared: true });
const now = Math.floor(Date.now() / 1000);
const ADMIN = { isAdmin: true } as Parameters<typeof criteriaOf>[1];
const criteria = (question: EventListArguments) => criteriaOf(question, ADMIN, now);
const filters: readonly (EventFilter | null)[] = [null, ...eventFilters];

/**
 * The minimum of several attempts, in milliseconds: the machine may be busy, and PostgreSQL replans in the first five.
 */
async function atBest(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let turn = 0; turn < 10; turn++) {
    const begin = performance.now();
    await work();
    best = Math.min(best, performance.now() - begin);
  }
  return Math.round(best);
}

describe('a page at a large offset takes 50 ms at most (docs/performance.md)', () => {
  const starts = [1_000, 1_001, 20_000, 100_000];
  it.each(filters.flatMap((filter) => starts.map((start) => ({ filter, start }))))(
    '$filter from $start',
    async (asked) => {
      const { filter, start } = asked;
      const page = () => eventPage(run, criteria({ filter }), now, { limit: 20, offset: start });
      expect(await atBest(page)).toBeLessThanOrEqual(50);
    },
  );
});

describe('a total takes 200 ms at most', () => {
  it.each(filters)('filter %s', async (filter) => {
    expect(await atBest(() => eventCount(run, criteria({ filter }), now))).toBeLessThanOrEqual(200);
  });
});

describe('a search for a title takes 200 ms at most, and so does its total', () => {
  const titles = ['a', 'e', 'qz', 'z', '%', 'th', 'con', 'Festival', 'Tokyo', 'an unused title'];
  it.each(titles)('%s', async (title) => {
    expect(await atBest(() => eventPage(run, criteria({ title }), now, { limit: 20 }))).toBeLessThanOrEqual(200);
    expect(await atBest(() => eventCount(run, criteria({ title }), now))).toBeLessThanOrEqual(200);
  });
});
