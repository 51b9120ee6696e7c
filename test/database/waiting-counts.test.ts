import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { applyPendingCounts } from '../../src/core/reads/pending-counts.js';
import * as make from '../support/factories.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { driftingCounters } from './counter-recounts.js';

const INSERT_COMMENT = `insert into talk_comments (event_id, talk_id, user_id, comment, rating)
  select event_id, id, $2, 'x', 4 from talks where id = $1`;
const INSERT_SPEAKER = `insert into talk_speakers (event_id, talk_id, display_name, user_id)
  select event_id, id, 'x', $2 from talks where id = $1`;
const STAR = 'insert into talk_stars (event_id, talk_id, user_id) values ($1, $2, $3)';
const LINK_SPEAKER = 'update talk_speakers set user_id = $2 where talk_id = $1';

let database: TestDatabase;
let [holder, another, third]: pg.PoolClient[] = [];
let event: string;
let talk: string;
let users: string[];

beforeAll(async () => {
  database = await freshDatabase();
  const connect = () => database.pool.connect();
  [holder, another, third] = [await connect(), await connect(), await connect()];
  for (const one of [another, third]) await one?.query(`set lock_timeout = '2s'`);
  users = [];
  for (let n = 0; n < 4; n += 1) users.push(await make.createUser(database.pool));
});
afterAll(async () => {
  holder?.release();
  another?.release();
  third?.release();
  await database.drop();
});
beforeEach(async () => {
  event = await make.createEvent(database.pool);
  talk = await make.createTalk(database.pool, event);
});
afterEach(async () => {
  expect(await driftingCounters(database.pool)).toEqual([]);
});

/** The stored counters of the talk and its event, and the number of pending rows. */
async function stored(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select t.comment_count as comments, t.rating_sum as rating, t.star_count as stars, e.talk_comment_count as "inEvent",
      (select count(*)::int from waiting_counts where talk_id = t.id) as waiting from talks t join events e on e.id = t.event_id where t.id = $1`,
    [talk],
  );
  return rows[0];
}

/** A transaction that inserts a comment, and locks the rows of the talk and its event. */
async function begin(): Promise<void> {
  await holder?.query('begin');
  await holder?.query(INSERT_COMMENT, [talk, users[0]]);
}

describe('a count while another transaction locks the row', () => {
  it('is stored as pending, and no transaction waits for another', async () => {
    await begin();
    await another?.query(INSERT_COMMENT, [talk, users[1]]);
    await third?.query('begin');
    await third?.query(INSERT_COMMENT, [talk, users[2]]);
    await another?.query(STAR, [event, talk, users[1]]);
    expect(await stored()).toEqual({ comments: 0, rating: 0, stars: 0, inEvent: 0, waiting: 2 });
    expect(await driftingCounters(database.pool)).toEqual([]);
    await third?.query('commit');
    await holder?.query('commit');
    expect(await stored()).toEqual({ comments: 1, rating: 4, stars: 0, inEvent: 1, waiting: 2 });
  });

  it('is added directly if it only affects the talk, and the event is locked', async () => {
    await holder?.query('begin');
    await holder?.query('select from events where id = $1 for no key update', [event]);
    await another?.query(STAR, [event, talk, users[1]]);
    expect(await stored()).toEqual({ comments: 0, rating: 0, stars: 1, inEvent: 0, waiting: 0 });
    await holder?.query('rollback');
  });

  it('is added once the lock is released, without an entry in the change feed', async () => {
    await begin();
    await another?.query(INSERT_COMMENT, [talk, users[1]]);
    await another?.query('delete from talk_comments where talk_id = $1', [talk]);
    await another?.query(INSERT_COMMENT, [talk, users[1]]);
    await database.pool.query(applyPendingCounts.text);
    expect(await stored()).toMatchObject({ comments: 0, waiting: 1 });
    await holder?.query('commit');
    const noted = 'select count(*)::int as count from changes';
    const before = (await database.pool.query(noted)).rows;
    await database.pool.query(applyPendingCounts.text);
    expect(await stored()).toEqual({ comments: 2, rating: 8, stars: 0, inEvent: 2, waiting: 0 });
    expect((await database.pool.query(noted)).rows).toEqual(before);
  });

  it('is not lost with the talk, nor with the event', async () => {
    await begin();
    await another?.query(INSERT_COMMENT, [talk, users[1]]);
    await holder?.query('commit');
    await make.createTalkComment(database.pool, event, await make.createTalk(database.pool, event));
    await database.pool.query('delete from talks where id = $1', [talk]);
    const { rows } = await database.pool.query('select talk_comment_count as count from events where id = $1', [event]);
    expect(rows).toEqual([{ count: 1 }]);
    await database.pool.query('delete from events where id = $1', [event]);
    expect((await database.pool.query('select from waiting_counts where event_id = $1', [event])).rowCount).toBe(0);
  });
});

describe('a new speaker', () => {
  it('waits for concurrent ratings', async () => {
    await make.createSpeaker(database.pool, event, talk);
    await begin();
    const linked = another?.query(LINK_SPEAKER, [talk, users[0]]);
    await holder?.query('select pg_sleep(0.1)');
    await holder?.query('commit');
    await linked;
    expect(await stored()).toMatchObject({ comments: 1, rating: 0 });
  });

  it('excludes a rating that concurrently arrives or becomes visible again', async () => {
    await make.createSpeaker(database.pool, event, talk);
    await database.pool.query(INSERT_COMMENT, [talk, users[0]]);
    await database.pool.query('update talk_comments set is_hidden = true where talk_id = $1', [talk]);
    await holder?.query('begin');
    await holder?.query(LINK_SPEAKER, [talk, users[0]]);
    const commented = another?.query(INSERT_COMMENT, [talk, users[0]]);
    const shown = third?.query('update talk_comments set is_hidden = false where talk_id = $1', [talk]);
    await holder?.query('select pg_sleep(0.1)');
    await holder?.query('commit');
    await Promise.all([commented, shown]);
    expect(await driftingCounters(database.pool)).toEqual([]);
    await database.pool.query(applyPendingCounts.text);
    expect(await stored()).toMatchObject({ comments: 2, rating: 0, inEvent: 2 });
  });

  it('is counted correctly with a pending rating, and two at the same time do not deadlock', async () => {
    await begin();
    await another?.query(INSERT_COMMENT, [talk, users[1]]);
    const linked = another?.query(INSERT_SPEAKER, [talk, users[1]]);
    const linkedToo = third?.query(INSERT_SPEAKER, [talk, users[0]]);
    await holder?.query('select pg_sleep(0.1)');
    await holder?.query('commit');
    await Promise.all([linked, linkedToo]);
    expect(await driftingCounters(database.pool)).toEqual([]);
    await database.pool.query(applyPendingCounts.text);
    expect(await stored()).toMatchObject({ comments: 2, rating: 0 });
  });
});
