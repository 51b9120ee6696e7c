import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventCount, eventPage } from '../../src/core/reads/event-lists.js';
import type { EventCriteria } from '../../src/core/reads/event-filters.js';
import type { Page, PageRequest } from '../../src/core/reads/page.js';
import type { EventRow } from '../../src/core/reads/events.js';
import { createRun } from '../../src/core/transaction/run.js';
import type { Run } from '../../src/database/sql/statement.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

/** Starts repeat; events last from hours to four months; each tag has its share of them. */
const many = `
insert into events (name, slug, description, location, starts_at, ends_at, time_zone, status, is_private, tags)
  select 'Conference ' || n, 'slug' || n, 'x', 'x', starts_at, starts_at + lasting, 'UTC',
    case when n % 23 = 0 then 'PENDING' else 'APPROVED' end, n % 29 = 0,
    array_remove(array[case when n % 3 <> 0 then 'common' end, case when n % 5 = 0 then 'other' end,
      case when n % 400 = 7 then 'rare' end], null)
  from generate_series(1, 2600) n
    cross join lateral (select now() + (n * 7919 % 1300 - 650) * interval '3 hours' as starts_at,
      case when n % 11 = 0 then (n * 13 % 120) * interval '1 day' else (n * 17 % 90) * interval '1 hour' end as lasting) as at`;

let database: TestDatabase;
let run: Run;
let events: EventRow[];
beforeAll(async () => {
  database = await freshDatabase();
  await database.pool.query(many);
  run = createRun(database.pool, { prepared: true });
  events = [...(await eventPage(run, {}, now, { limit: 10_000 })).nodes];
});
afterAll(() => database.drop());

const now = Date.now() / 1000;
const DAY = 86_400;
const filters: Record<string, (event: EventRow) => boolean> = {
  ALL: () => true,
  UPCOMING: ({ endsAt }) => endsAt >= now,
  PAST: ({ endsAt }) => endsAt < now,
};
const criteria: readonly [string, EventCriteria][] = [
  ['nothing', {}],
  ['a common tag', { tags: ['common'] }],
  ['a rare tag', { tags: ['rare'] }],
  ['an absent tag', { tags: ['absent'] }],
  ['three tags', { tags: ['common', 'other', 'rare'] }],
  ['forty days', { from: now - 20 * DAY, until: now + 20 * DAY }],
  ['two tags since a day', { tags: ['other', 'common'], from: now - 30 * DAY }],
];

/** The list, by JavaScript. */
function expected({ filter, tags, from = -Infinity, until = Infinity }: EventCriteria): string[] {
  const direction = filter === 'ALL' || filter === 'UPCOMING' ? 1 : -1;
  return events
    .filter(filters[filter ?? 'ALL']!)
    .filter((event) => !tags || tags.some((tag) => event.tags.includes(tag)))
    .filter(({ startsAt }) => startsAt >= from && startsAt < until)
    .sort((a, b) => direction * (a.startsAt - b.startsAt || Number(a.id) - Number(b.id)))
    .map(({ id }) => id);
}

const idsOf = ({ nodes }: Page<EventRow>) => nodes.map(({ id }) => id);
const cursorOf = ({ nodes, cursorFields }: Page<EventRow>, place: number) => {
  const row = nodes.at(place) as unknown as Record<string, unknown>;
  return [cursorFields.join(' '), ...cursorFields.map((field) => String(row[field]))];
};

describe.each(criteria)('events that are restricted by %s', (_, matching) => {
  it.each([undefined, 'ALL', 'UPCOMING', 'PAST'] as const)('are counted and paged with filter %s', async (filter) => {
    const question = { ...matching, filter };
    const ids = expected(question);
    const read = (request: PageRequest) => eventPage(run, question, now, request);
    expect(await eventCount(run, question, now)).toBe(ids.length);
    expect(idsOf(await read({ limit: 10_000 }))).toEqual(ids);
    for (const offset of [0, 1, 90, 1_001, 1_400]) {
      const page = await read({ limit: 20, offset });
      expect([idsOf(page), page.hasNext]).toEqual([ids.slice(offset, offset + 20), ids.length > offset + 20]);
    }
    const step = Math.max(7, Math.ceil(ids.length / 12));
    const found: string[] = [];
    for (let page = await read({ limit: step }); ; page = await read({ limit: step, cursor: cursorOf(page, -1) })) {
      found.push(...idsOf(page));
      if (!page.hasNext) break;
      const before = await read({ limit: step, cursor: cursorOf(page, 0), backwards: true });
      expect(idsOf(before)).toEqual(found.slice(0, -step).slice(-step));
    }
    expect(found).toEqual(ids);
    expect(idsOf(await read({ limit: step, backwards: true }))).toEqual(ids.slice(-step));
  });
});
