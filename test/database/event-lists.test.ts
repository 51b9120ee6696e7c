import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../support/database.js';

/** Stored data for the lists of events (`src/database/migrations/baseline/event-lists.ts`). */
const kept = `select
  (select jsonb_agg(to_jsonb(h) order by event_id) from event_heat h) as heat,
  (select jsonb_agg(to_jsonb(s) order by id) from event_search s) as search,
  (select jsonb_agg(to_jsonb(c) order by unit, period) from event_counts c where starts <> 0 or ends <> 0 or cancelled <> 0) as counts,
  (select jsonb_agg(to_jsonb(t) order by tag, event_id) from event_tags t) as tags`;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const one = async (query: string) => (await database.pool.query<Record<string, unknown[] | null>>(query)).rows[0]!;

/** Steps, executed in this order on one database. */
const changes: readonly (readonly [what: string, statement: string])[] = [
  [
    'events are submitted, approved and private',
    `insert into events (name, slug, description, location, starts_at, ends_at, time_zone, status, is_private, tags)
      select 'Ünïcode Days ' || n, 'slug' || n, 'x', 'x', timestamptz '2026-11-21 22:00Z' + n * interval '7 hours',
        timestamptz '2026-11-22 22:00Z' + n * interval '9 hours', 'UTC',
        case when n % 5 = 0 then 'PENDING' else 'APPROVED' end, n % 7 = 0, array['tag' || n % 3]
      from generate_series(1, 200) n`,
  ],
  ['some are approved', `update events set status = 'APPROVED' where id % 10 = 0`],
  ['some are hidden', `update events set is_private = true where id % 11 = 0`],
  ['some are cancelled', `update events set cancelled_at = now() where id % 3 = 1`],
  ['some are reinstated', `update events set cancelled_at = null where id % 9 = 1`],
  ['some are called otherwise', `update events set name = 'Ärger ' || id, tags = '{new}' where id % 4 = 0`],
  ['some are moved', `update events set starts_at = starts_at - interval '40 days' where id % 3 = 0`],
  [
    'users attend and comment',
    `with people as (insert into users (username, full_name, email)
        select 'user' || n, 'User', n || '@example.org' from generate_series(1, 9) n returning id),
      come as (insert into event_attendees (event_id, user_id)
        select e.id, u.id from events e join people u on (e.id + u.id) % 4 = 0)
      insert into event_comments (event_id, user_id, comment, rating)
        select e.id, u.id, 'x', 3 from events e join people u on (e.id + u.id) % 3 = 0`,
  ],
  ['some cancel, and comments are hidden', `delete from event_attendees where user_id % 3 = 0`],
  ['comments are hidden', `update event_comments set is_hidden = true where id % 2 = 0`],
  ['some are deleted', 'delete from events where id % 6 = 0'],
  ['all are deleted', 'truncate events cascade'],
];

it.each(changes)('stored data for the lists of events stay correct when %s', async (_, statement) => {
  const former = await one(kept);
  await database.pool.query(statement);
  const now = await one(kept);
  expect(now).not.toEqual(former);
  await database.pool.query('select recount_events()');
  expect(now).toEqual(await one(kept));
});
