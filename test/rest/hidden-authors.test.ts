import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { askData } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordOf, recordsOf } from './ask.js';

/** A comment whose author is hidden belongs to an account; one without an account is anonymous (decisions no. 37). */

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('comments of an inactive account have no name and count in the ratings; anonymous ones do not', async () => {
  const { pool } = service.database;
  const event = await make.createEvent(pool);
  const talk = await make.createTalk(pool, event);
  const inactive = await make.createUser(pool, { is_active: false });
  await make.createTalkComment(pool, event, talk, { user_id: inactive, rating: 5 });
  await make.createTalkComment(pool, event, talk, { rating: 1 });
  await make.createEventComment(pool, event, { user_id: inactive, rating: 4 });
  await make.createEventComment(pool, event, { rating: 1 });
  for (const path of [`/v2.1/talks/${talk}/comments`, `/v2.1/events/${event}/comments`]) {
    const comments = recordsOf(await ask(service, path), 'comments');
    expect(comments.map((comment) => [comment['user_display_name'], 'user_uri' in comment])).toEqual([
      ['', false],
      ['', false],
    ]);
  }
  expect(recordOf(await ask(service, `/v2.1/talks/${talk}`), 'talks')['average_rating']).toBe(5);
  expect(recordOf(await ask(service, `/v2.1/events/${event}`), 'events')['event_average_rating']).toBe(4);
  const query = `{ talk(id: "${talk}") { ratings { average count } } event(id: "${event}") { ratings { average count } } }`;
  expect(await askData(service, query)).toEqual({
    talk: { ratings: { average: 5, count: 1 } },
    event: { ratings: { average: 4, count: 1 } },
  });
});
