import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordOf, recordsOf } from './ask.js';
import { expectTrueCounters, tally, times } from './at-once.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function userToken(row: Record<string, unknown> = {}): Promise<string> {
  const { pool } = service.database;
  return make.createToken(pool, await make.createUser(pool, row));
}

describe('many concurrent comments', () => {
  it.each(['talks', 'events'])('200 identical ones on one of the %s create one', async (parent) => {
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const id = parent === 'talks' ? await make.createTalk(pool, event) : event;
    const token = await userToken();
    const path = `/v2.1/${parent}/${id}/comments`;
    const body = { comment: 'Good', rating: 4 };
    const answers = await Promise.all(times(200, () => ask(service, path, { method: 'POST', token, body })));
    expect(tally(answers)).toEqual({ '201 ': 1, '400 ["Duplicate comment"]': 199 });
    expect(recordsOf(await ask(service, path), 'comments')).toMatchObject([{ rating: 4 }]);
    await expectTrueCounters(service);
  });

  it('200 different ones on several talks create at most the limit, one of which rates each talk', async () => {
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const talks = [await make.createTalk(pool, event), await make.createTalk(pool, event)];
    const token = await userToken();
    const answers = await Promise.all(
      times(200, (index) => {
        const body = { comment: `No. ${index}`, rating: 5 };
        return ask(service, `/v2.1/talks/${talks[index % 2]}/comments`, { method: 'POST', token, body });
      }),
    );
    const limited = '429 ["Rate limit exceeded. Try again in n seconds"]';
    expect(tally(answers)).toEqual({ '201 ': 30, [limited]: 170 });
    const ratings =
      'select rating, count(*)::int from talk_comments where event_id = $1 group by rating order by rating';
    const { rows } = await pool.query(ratings, [event]);
    expect(rows).toEqual([
      { rating: 0, count: 28 },
      { rating: 5, count: 2 },
    ]);
    await expectTrueCounters(service);
  });

  it('60 different ones on an event rate it once', async () => {
    const event = await make.createEvent(service.database.pool);
    const token = await userToken();
    const answers = await Promise.all(
      times(60, (index) => {
        const body = { comment: `No. ${index}`, rating: 2 };
        return ask(service, `/v2.1/events/${event}/comments`, { method: 'POST', token, body });
      }),
    );
    expect(tally(answers)).toEqual({ '201 ': 60 });
    const record = recordOf(await ask(service, `/v2.1/events/${event}`), 'events');
    expect([record['event_comments_count'], record['event_average_rating']]).toEqual([60, 2]);
    const rated = 'select count(*)::int from event_comments where event_id = $1 and rating = 2';
    expect((await service.database.pool.query(rated, [event])).rows).toEqual([{ count: 1 }]);
    await expectTrueCounters(service);
  });
});
