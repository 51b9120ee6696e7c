import { expect, it } from '@jest/globals';
import { migrate } from '../../src/database/migrate.js';
import { freshDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { driftingCounters } from './counter-recounts.js';

it('the migration stores whose ratings count, and leaves the counters as they are', async () => {
  const fresh = await freshDatabase();
  const { address, pool } = fresh;
  try {
    const [user, host, speaker] = [
      await make.createUser(pool),
      await make.createUser(pool),
      await make.createUser(pool),
    ];
    const event = await make.createEvent(pool);
    const talk = await make.createTalk(pool, event);
    await make.createHost(pool, event, host);
    await make.createSpeaker(pool, event, talk, { user_id: speaker });
    const hidden = { is_name_hidden: true, names_policy: 'OPTIONAL' };
    for (const author of [null, user, host, speaker]) {
      await make.createTalkComment(pool, event, talk, { user_id: author });
      await make.createEventComment(pool, event, { user_id: author });
    }
    await make.createTalkComment(pool, event, talk, { user_id: null, ...hidden });
    const judged = async () => {
      const counts = 'select array_agg(author_counts order by id) as counts, sum(rating)::int as sum from';
      const { rows } = await pool.query(`${counts} talk_comments union all ${counts} event_comments`);
      return rows as unknown[];
    };
    const before = await judged();
    await pool.query(`
      drop trigger judge_author on talk_comments;
      drop trigger judge_author on event_comments;
      drop function judge_author_of_talk_comments, judge_author_of_event_comments;
      alter table talk_comments drop column author_counts;
      alter table event_comments drop column author_counts;
      delete from schema_migrations where name = '20261219-counting-authors'`);
    await migrate(address);
    expect([before, await judged()]).toEqual([
      [
        { counts: [false, true, true, false, true], sum: 20 },
        { counts: [false, true, false, true], sum: 16 },
      ],
      before,
    ]);
    expect(await driftingCounters(pool)).toEqual([]);
  } finally {
    await fresh.drop();
  }
});
