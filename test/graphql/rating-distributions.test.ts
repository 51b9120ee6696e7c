import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { askData } from './ask.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** The value of the field for these counts of one to five. */
const counts = (...each: number[]) => each.map((count, index) => ({ rating: index + 1, count }));

it('counts the ratings of the average, separately for each of several events and talks', async () => {
  const { pool } = service.database;
  const [host, speaker, listener] = [
    await make.createUser(pool),
    await make.createUser(pool),
    await make.createUser(pool),
  ];
  const noAuthor = null;
  const event = await make.createEvent(pool);
  const other = await make.createEvent(pool);
  await make.createHost(pool, event, host);
  for (const rated of [event, other]) {
    for (const user_id of [host, speaker, noAuthor]) {
      await make.createEventComment(pool, rated, { user_id, rating: 4 });
    }
  }
  const spoken = await make.createTalk(pool, event);
  const next = await make.createTalk(pool, event);
  await make.createSpeaker(pool, event, spoken, { user_id: speaker });
  await make.createSpeaker(pool, event, spoken, { user_id: null });
  await make.createSpeaker(pool, event, next, { user_id: null });
  for (const talk of [spoken, next]) {
    await make.createTalkComment(pool, event, talk, { user_id: speaker, rating: 5 });
    for (const rating of [5, 2, 0]) await make.createTalkComment(pool, event, talk, { user_id: listener, rating });
    await make.createTalkComment(pool, event, talk, { user_id: noAuthor, rating: 1 });
  }

  const ratings = 'ratings { count distribution { rating count } }';
  const answer = await askData(
    service,
    `{ event(id: ${event}) { ${ratings} } other: event(id: ${other}) { ${ratings} }
       spoken: talk(id: ${spoken}) { ${ratings} } next: talk(id: ${next}) { ${ratings} } }`,
  );
  expect(answer).toEqual({
    event: { ratings: { count: 1, distribution: counts(0, 0, 0, 1, 0) } },
    other: { ratings: { count: 2, distribution: counts(0, 0, 0, 2, 0) } },
    spoken: { ratings: { count: 2, distribution: counts(0, 1, 0, 0, 1) } },
    next: { ratings: { count: 3, distribution: counts(0, 1, 0, 0, 2) } },
  });
});
