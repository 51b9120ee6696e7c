import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { seededRandom } from '../../src/demo/seed/seed.js';
import { recountCounters, type Drift } from '../../src/core/common/counters.js';
import { applyPendingCounts } from '../../src/core/reads/pending-counts.js';
import * as make from '../support/factories.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { driftingCounters } from './counter-recounts.js';

const SEED = 20_261_120;
const WORKERS = 4;
const STEPS = 150;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function recount(): Promise<Drift[]> {
  const client = await database.pool.connect();
  try {
    return await recountCounters(client, () => undefined);
  } finally {
    client.release();
  }
}

/** SQL that selects the ID of a random row; null if the table is empty. */
const some = (table: string) => `(select id from ${table} order by random() limit 1)`;
const someTalk = 'select t.id as talk, t.event_id as event from talks t order by random() limit 1';

/** Every change that affects a counter, one statement each; `$1` is a number from 1 to 5. */
const changes: readonly string[] = [
  `insert into event_attendees (event_id, user_id) select ${some('events')}, ${some('users')} where $1::int > 0 on conflict do nothing`,
  `delete from event_attendees where ctid in (select ctid from event_attendees order by random() limit $1::int)`,
  `insert into event_comments (event_id, user_id, comment, rating) select ${some('events')}, ${some('users')}, 'x', $1::int`,
  `insert into event_comments (event_id, comment, rating) select ${some('events')}, 'anonymous', $1::int`,
  `insert into talk_comments (event_id, talk_id, user_id, comment, rating, is_private)
    select event, talk, ${some('users')}, 'x', $1::int, $1::int = 5 from (${someTalk}) t`,
  `insert into talk_comments (event_id, talk_id, user_id, comment, rating)
    select t.event_id, t.id, ${some('users')}, 'many at once', $1::int from talks t order by random() limit 5`,
  `update event_comments set is_hidden = not is_hidden where id in (select id from event_comments order by random() limit $1::int)`,
  `update talk_comments set is_hidden = not is_hidden where id in (select id from talk_comments order by random() limit $1::int)`,
  `update talk_comments set is_private = not is_private where id = ${some('talk_comments')} and $1::int > 0`,
  `update talk_comments set rating = $1::int - 1 where id in (select id from talk_comments order by random() limit 3)`,
  `update event_comments set rating = nullif($1::int, 5) where id = ${some('event_comments')}`,
  `update talk_comments set user_id = ${some('users')} where id = ${some('talk_comments')} and $1::int > 2`,
  `update talk_comments set is_name_hidden = true where id in (select id from talk_comments order by random() limit $1::int)`,
  `update event_comments set is_name_hidden = true where id in (select id from event_comments order by random() limit $1::int)`,
  `delete from talk_comments where id in (select id from talk_comments order by random() limit $1::int)`,
  `delete from event_comments where id = ${some('event_comments')} and $1::int > 2`,
  `insert into talk_speakers (event_id, talk_id, display_name, user_id)
    select c.event_id, c.talk_id, 'x', c.user_id from talk_comments c where $1::int > 0 order by random() limit 2 on conflict do nothing`,
  `insert into talk_speakers (event_id, talk_id, display_name) select event, talk, 'x' from (${someTalk}) t where $1::int > 0`,
  `update talk_speakers set user_id = null where id in (select id from talk_speakers order by random() limit $1::int)`,
  `update talk_speakers s set user_id = c.user_id from talk_comments c where c.talk_id = s.talk_id and $1::int > 3
    and s.id = ${some('talk_speakers')} and not exists (select from talk_speakers o where o.talk_id = s.talk_id and o.user_id = c.user_id)`,
  `update talk_speakers set display_name = 'renamed' where id = ${some('talk_speakers')} and $1::int > 0`,
  `delete from talk_speakers where id = ${some('talk_speakers')} and $1::int > 1`,
  `insert into event_hosts (event_id, user_id) select c.event_id, c.user_id from event_comments c
    where c.user_id is not null and $1::int > 0 order by random() limit 2 on conflict do nothing`,
  `delete from event_hosts where ctid in (select ctid from event_hosts order by random() limit $1::int)`,
  `insert into talk_stars (event_id, talk_id, user_id) select event, talk, ${some('users')} from (${someTalk}) t where $1::int > 0 on conflict do nothing`,
  `delete from talk_stars where ctid in (select ctid from talk_stars order by random() limit $1::int)`,
  `insert into tracks (event_id, name) select ${some('events')}, 'x' where $1::int > 0`,
  `insert into talk_tracks (event_id, talk_id, track_id)
    select t.event_id, t.id, k.id from talks t join tracks k using (event_id) where $1::int > 0 order by random() limit 3 on conflict do nothing`,
  `delete from talk_tracks where ctid in (select ctid from talk_tracks order by random() limit $1::int)`,
  // A concurrent edit of talks: counts of the next statement become pending.
  `select from talks where event_id = ${some('events')} and $1::int > 0 for no key update`,
  `select from events where id = ${some('events')} and $1::int > 0 for no key update`,
  `delete from tracks where id = ${some('tracks')} and $1::int = 5`,
  `delete from talks where id = ${some('talks')} and $1::int = 5`,
  `delete from users where id = ${some('users')} and $1::int = 5`,
  `update users set is_active = not is_active where id = ${some('users')} and $1::int > 1`,
  `update users set is_active = not is_active where id in (select id from users order by id limit $1::int)`,
  `update event_attendees set user_id = ${some('users')} where ctid in (select ctid from event_attendees order by random() limit 1) and $1::int > 3`,
  `delete from events where id = ${some('events')} and $1::int = 5 and (select count(*) from events) > 3`,
];

async function counts(event: string, talk: string) {
  const { rows } = await database.pool.query<{ attendees: number; stars: number }>(
    'select e.attendee_count as attendees, t.star_count as stars from events e join talks t on t.event_id = e.id where e.id = $1 and t.id = $2',
    [event, talk],
  );
  return rows[0];
}

/** Errors after which a client may retry; any other is a failure. */
const MAY_BE_TRIED_AGAIN = new Set(['40001', '40P01', '23503', '23505']);

async function work(client: pg.PoolClient, random: () => number): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    const statement = changes[Math.floor(random() * changes.length)] ?? '';
    const several = random() < 0.3;
    try {
      if (several) await client.query('begin');
      await client.query(statement, [1 + Math.floor(random() * 5)]);
      if (several) await client.query(changes[Math.floor(random() * changes.length)] ?? '', [1]);
      if (several) await client.query(random() < 0.5 ? 'commit' : 'rollback');
    } catch (error) {
      if (several) await client.query('rollback');
      if (!MAY_BE_TRIED_AGAIN.has(String(Reflect.get(Object(error), 'code')))) throw error;
    }
  }
}

describe('counters (docs/reliability.md, row 15)', () => {
  it('agree with a recount during and after random concurrent writes of four connections', async () => {
    const { pool } = database;
    for (let n = 0; n < 30; n += 1) await make.createUser(pool);
    for (let n = 0; n < 6; n += 1) {
      const event = await make.createEvent(pool);
      for (let talk = 0; talk < 6; talk += 1) await make.createTalk(pool, event);
    }
    const worker = async (number: number) => {
      const client = await pool.connect();
      try {
        const seed = `select setseed(${number / 10})`;
        await client.query(seed);
        await work(client, seededRandom(SEED + number).next);
      } finally {
        client.release();
      }
    };
    let working = true;
    const whileTheyWork = async (act: () => Promise<void>) => {
      let times = 0;
      for (; working; times += 1) await act();
      return times;
    };
    const looks = whileTheyWork(async () => expect(await driftingCounters(pool)).toEqual([]));
    let waited = 0;
    const additions = whileTheyWork(async () => {
      waited += (await pool.query(applyPendingCounts.text)).rowCount ?? 0;
    });
    const workers = Array.from({ length: WORKERS }, (_, number) => worker(number));
    await Promise.all(workers).finally(() => (working = false));
    expect(await looks).toBeGreaterThan(5);
    expect(await additions).toBeGreaterThan(5);

    const { rows } = await pool.query<{ counted: number }>(
      'select sum(comment_count + rating_count + star_count)::int as counted from talks',
    );
    expect(rows[0]?.counted).toBeGreaterThan(20);
    expect(await recount()).toEqual([]);
    expect(await driftingCounters(pool)).toEqual([]);
    waited += (await pool.query(applyPendingCounts.text)).rowCount ?? 0;
    expect(waited).toBeGreaterThan(5);
    expect((await pool.query('select from waiting_counts')).rowCount).toBe(0);
    expect(await driftingCounters(pool)).toEqual([]);
  }, 240_000);

  it('stay correct when a deleted user was speaker, host and rater of the same records', async () => {
    const { pool } = database;
    const [user, event] = [await make.createUser(pool), await make.createEvent(pool)];
    const talk = await make.createTalk(pool, event);
    await pool.query(
      `insert into talk_comments (event_id, talk_id, user_id, comment, rating) values ($1, $2, $3, 'x', 5)`,
      [event, talk, user],
    );
    await pool.query(`insert into event_comments (event_id, user_id, comment, rating) values ($1, $2, 'x', 5)`, [
      event,
      user,
    ]);
    await pool.query(`insert into talk_speakers (event_id, talk_id, display_name, user_id) values ($1, $2, 'x', $3)`, [
      event,
      talk,
      user,
    ]);
    await make.createHost(pool, event, user);
    await pool.query('delete from users where id = $1', [user]);
    expect(await recount()).toEqual([]);
  });

  it.each([
    ['deactivated', 'update users set is_active = false where id = $1'],
    ['deleted while active', 'delete from users where id = $1'],
    [
      'deleted while inactive',
      'with d as (update users set is_active = false where id = $1 returning id) select from d',
      'delete from users where id = $1',
    ],
  ])('of attendance and stars exclude an account that is %s', async (_, ...statements) => {
    const { pool } = database;
    const [user, other, event] = [
      await make.createUser(pool),
      await make.createUser(pool),
      await make.createEvent(pool),
    ];
    const talk = await make.createTalk(pool, event);
    for (const attendee of [user, other]) {
      await make.createAttendee(pool, event, attendee);
      await make.createStar(pool, event, talk, attendee);
    }
    for (const statement of statements) await pool.query(statement, [user]);
    expect(await counts(event, talk)).toEqual({ attendees: 1, stars: 1 });
    expect(await recount()).toEqual([]);
    expect(await driftingCounters(pool)).toEqual([]);
  });

  it('of attendance and stars ignore those of an inactive account until it is activated', async () => {
    const { pool } = database;
    const [user, event] = [await make.createUser(pool, { is_active: false }), await make.createEvent(pool)];
    const talk = await make.createTalk(pool, event);
    await make.createAttendee(pool, event, user);
    await make.createStar(pool, event, talk, user);
    expect(await counts(event, talk)).toEqual({ attendees: 0, stars: 0 });
    await pool.query('update users set is_active = true where id = $1', [user]);
    expect(await counts(event, talk)).toEqual({ attendees: 1, stars: 1 });
    await pool.query('delete from event_attendees where user_id = $1', [user]);
    expect(await recount()).toEqual([]);
  });

  it('that are wrong are detected by the recount, and reported by `doctor` with exit code 1', async () => {
    const { pool } = database;
    const event = await make.createEvent(pool);
    await pool.query('update events set attendee_count = 7 where id = $1', [event]);
    expect(await recount()).toEqual([{ table: 'events', counter: 'attendee_count', id: event, stored: 7, counted: 0 }]);
    const { address } = database;
    const url =
      'url' in address
        ? address.url
        : `postgres://${address.user}@${encodeURIComponent(address.host)}:${address.port}/${address.database}`;
    const main = join(import.meta.dirname, '../../bin/lectern.js');
    const doctor = promisify(execFile)(process.execPath, [main, 'doctor'], {
      env: { ...process.env, DATABASE_URL: url, LOG_LEVEL: 'error' },
    });
    await expect(doctor).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`events ${event}: attendee_count is 7, a recount gives 0`),
    });
    await pool.query('update events set attendee_count = 0 where id = $1', [event]);
    expect(await recount()).toEqual([]);
  });
});
