import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { feedbackRows, type FeedbackOf } from '../../src/core/feedback/feedback-rows.js';
import { pgConfig } from '../../src/database/orm.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { explaining, type Cost } from '../support/explain.js';
import * as make from '../support/factories.js';

const COMMENTS = 2_000;
const SMALL_EVENTS = 200;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client(pgConfig(database.address));
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Creates events with one talk each, whose one has `COMMENTS`, and all others ten. */
async function createEvents(): Promise<{ event: string; talk: string }> {
  const { pool } = database;
  const author = await make.createUser(pool);
  let large = { event: '', talk: '' };
  for (let place = 0; place <= SMALL_EVENTS; place += 1) {
    const event = await make.createEvent(pool);
    const talk = await make.createTalk(pool, event);
    if (place === 0) large = { event, talk };
  }
  await pool.query(
    `insert into talk_comments (event_id, talk_id, user_id, rating, comment, created_at)
      select t.event_id, t.id, $1, 1 + n % 5, 'Comment ' || n, now() - n * interval '1 second'
      from talks t, generate_series(1, case when t.id = $2 then ${COMMENTS} else 10 end) n`,
    [author, large.talk],
  );
  await pool.query('analyze');
  return large;
}

it('reads each comment of a large event once, although events have few on average', async () => {
  const { event, talk } = await createEvents();
  const parents: FeedbackOf[] = [{ event }, { talk }];
  for (const of of parents) {
    const costs: Cost[] = [];
    const run = explaining(client, (cost) => costs.push(cost));
    let rows = 0;
    for await (const batch of feedbackRows(run, of, 0)) rows += batch.length;
    expect(rows).toBe(COMMENTS);
    // The comment, its author, and its event.
    const looks = costs.reduce((sum, cost) => sum + cost.looks, 0);
    expect(looks).toBeLessThan(4 * COMMENTS);
  }
});
