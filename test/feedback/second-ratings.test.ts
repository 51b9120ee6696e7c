import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { askData } from '../graphql/ask.js';
import { ask, recordOf } from '../rest/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let event: string;
let talk: string;
let visitor: string;
let speaker: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  event = await make.createEvent(pool);
  talk = await make.createTalk(pool, event);
  visitor = await make.createToken(pool, await make.createUser(pool));
  const user = await make.createUser(pool);
  speaker = await make.createToken(pool, user);
  await make.createSpeaker(pool, event, talk, { user_id: user });
  await make.createHost(pool, event, user);
});
afterAll(() => service.stop());

const TALK = `mutation ($input: CommentOnTalkInput!) {
  commentOnTalk(input: $input) { ratingIgnoredReason talkComment { rating } } }`;
const EVENT = `mutation ($input: CommentOnEventInput!) {
  commentOnEvent(input: $input) { ratingIgnoredReason eventComment { rating } } }`;
const REASON = 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { ratingIgnoredReason } }';

let texts = 0;
async function rate(token: string, document = TALK): Promise<unknown> {
  const id = document === EVENT ? { eventId: event } : { talkId: talk };
  const input = { ...id, text: `Text ${(texts += 1)}`, rating: 4 };
  return Object.values(await askData(service, document, { variables: { input }, token }))[0];
}

it('A second rating of a talk or an event by the same account says that it does not count, and why', async () => {
  expect(await rate(visitor)).toEqual({ ratingIgnoredReason: null, talkComment: { rating: 4 } });
  expect(await rate(visitor)).toEqual({ ratingIgnoredReason: 'ALREADY_RATED', talkComment: { rating: 0 } });
  expect(await rate(visitor, REASON)).toEqual({ ratingIgnoredReason: 'ALREADY_RATED' });
  expect(await rate(visitor, EVENT)).toEqual({ ratingIgnoredReason: null, eventComment: { rating: 4 } });
  expect(await rate(visitor, EVENT)).toEqual({ ratingIgnoredReason: 'ALREADY_RATED', eventComment: { rating: 0 } });
});

it('A rating of an own talk or event says so, and one of an event without ratings', async () => {
  expect(await rate(speaker)).toEqual({ ratingIgnoredReason: 'OWN', talkComment: { rating: 0 } });
  expect(await rate(speaker, EVENT)).toEqual({ ratingIgnoredReason: 'OWN', eventComment: { rating: 0 } });
  await service.database.pool.query("update events set feedback_ratings = 'OFF'");
  expect(await rate(speaker, REASON)).toEqual({ ratingIgnoredReason: 'RATINGS_OFF' });
  await service.database.pool.query("update events set feedback_ratings = 'ON'");
});

it('In v2.1, a second rating is accepted with 201 and shown as 0', async () => {
  const body = { comment: 'Once more', rating: 5 };
  const posted = await ask(service, `/v2.1/talks/${talk}/comments`, { method: 'POST', token: visitor, body });
  const comment = recordOf(await ask(service, posted.headers.get('location') ?? ''), 'comments');

  expect([posted.status, comment['rating']]).toEqual([201, 0]);
});
