import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { settled } from '../changes/log.js';
import { createWorld, type FeedbackWorld, type Viewer } from '../feedback/world.js';
import { ask, askData, codesOf } from '../graphql/ask.js';
import { openCursor, sealCursor } from '../../src/core/common/sealed-cursor.js';
import { KEY, startService, type TestService } from '../support/service.js';
import { follow, type Following } from './follow.js';

let service: TestService;
let world: FeedbackWorld;
const open: Following[] = [];
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  world = await createWorld(service, 'PUBLIC');
  await settled(service.database.pool);
});
afterEach(() => {
  for (const following of open.splice(0)) following.stop();
});

const TALK = `subscription ($talkId: ID!, $after: String) { talkFeedback(talkId: $talkId, after: $after) {
  cursor isIncomplete commentCount ratings { count average } comments { text rating } removedCommentIds } }`;
const EVENT = `subscription ($eventId: ID!) { eventChanged(eventId: $eventId) {
  isIncomplete changes { kind recordId } event { location } } }`;
const QUEUE = `subscription ($eventId: ID!) { moderationQueue(eventId: $eventId) {
  changes { kind } event { reportedTalkComments { comment { id } } } } }`;

const following = (query: string, variables: Record<string, unknown>, viewer?: Viewer): Following => {
  const found = follow(service, query, { variables, token: viewer && world.tokens[viewer] });
  open.push(found);
  return found;
};
const comment = (viewer: Viewer, text: string, rating = 5) =>
  askData(service, 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }', {
    variables: { input: { talkId: world.talk, text, rating } },
    token: world.tokens[viewer],
  });
const change = (mutation: string, input: object, viewer: Viewer = 'host') =>
  ask(
    service,
    `mutation ($input: ${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { __typename } }`,
    { variables: { input }, token: world.tokens[viewer] },
  );

describe('talkFeedback', () => {
  it('sends the current state, and each change', async () => {
    const feed = following(TALK, { talkId: world.talk });
    const [first] = await feed.until(1);
    expect(first?.data.talkFeedback).toMatchObject({
      ...{ isIncomplete: false, commentCount: 1, comments: [], removedCommentIds: [] },
      ratings: { count: 1, average: 2 },
    });
    await comment('attendee', 'Very clear', 4);
    const [, second] = await feed.until(2);
    expect(second?.data.talkFeedback).toMatchObject({
      ...{ commentCount: 2, ratings: { count: 2, average: 3 }, removedCommentIds: [] },
      comments: [{ text: 'Very clear', rating: 4 }],
    });
    await change('reportTalkComment', { talkCommentId: world.talkComment }, 'attendee');
    const [, , third] = await feed.until(3);
    expect(third?.data.talkFeedback).toMatchObject({
      ...{ commentCount: 1, comments: [], removedCommentIds: [world.talkComment] },
    });
  });

  it('resumes after the cursor of a message', async () => {
    const feed = following(TALK, { talkId: world.talk });
    const [first] = await feed.until(1);
    feed.stop();
    await comment('attendee', 'Very clear', 4);
    await settled(service.database.pool);
    const again = following(TALK, { talkId: world.talk, after: first?.data.talkFeedback.cursor });
    const [resumed] = await again.until(1);
    expect(resumed?.data.talkFeedback).toMatchObject({ isIncomplete: false, comments: [{ text: 'Very clear' }] });
  });

  it('states that changes are missing if the cursor has expired', async () => {
    const feed = following(TALK, { talkId: world.talk });
    const [first] = await feed.until(1);
    const cursor = openCursor(String(first?.data.talkFeedback.cursor), KEY, 'changes') ?? '';
    const lost = sealCursor(cursor.replace(/^\d+/, '77'), KEY, 'changes');
    const again = following(TALK, { talkId: world.talk, after: lost });
    const [resumed] = await again.until(1);
    expect(resumed?.data.talkFeedback).toMatchObject({ isIncomplete: true, comments: [], commentCount: 1 });
  });

  it('is silent while nothing changes that the viewer may see', async () => {
    const feed = following(TALK, { talkId: world.talk });
    await feed.until(1);
    await change('updateEvent', { eventId: world.event, location: 'Elsewhere' });
    await change('starTalk', { talkId: world.talk }, 'attendee');
    await pause(1_200);
    expect(feed.messages).toHaveLength(1);
  });

  it('withholds comments as the feedback policy does', async () => {
    await change('setFeedbackPolicy', { eventId: world.event, revealAfterComments: 100 });
    const [visitor, speaker] = [
      following(TALK, { talkId: world.talk }),
      following(TALK, { talkId: world.talk }, 'speaker'),
    ];
    await Promise.all([visitor.until(1), speaker.until(1)]);
    await comment('attendee', 'Very clear', 4);
    const [, seen] = await speaker.until(2);
    const [, withheld] = await visitor.until(2);
    expect(seen?.data.talkFeedback.comments).toEqual([{ text: 'Very clear', rating: 4 }]);
    expect(withheld?.data.talkFeedback).toMatchObject({ comments: [], ratings: { count: 0, average: null } });
  });
});

describe('eventChanged and moderationQueue', () => {
  it('send the changes of an event, those for hosts only to hosts', async () => {
    const visitor = following(EVENT, { eventId: world.event });
    const queue = following(QUEUE, { eventId: world.event }, 'host');
    await Promise.all([visitor.until(1), queue.until(1)]);
    await change('reportTalkComment', { talkCommentId: world.talkComment }, 'attendee');
    const [, seen] = await visitor.until(2);
    expect(seen?.data.eventChanged.changes).toEqual([{ kind: 'TALK_COMMENT_HIDDEN', recordId: world.talkComment }]);
    const [, queued] = await queue.until(2);
    expect(queued?.data.moderationQueue).toEqual({
      changes: [{ kind: 'TALK_COMMENT_HIDDEN' }, { kind: 'TALK_COMMENT_REPORTED' }],
      event: { reportedTalkComments: [{ comment: { id: world.talkComment } }] },
    });
  });

  it('the queue is for hosts', async () => {
    const queue = following(QUEUE, { eventId: world.event }, 'speaker');
    await queue.ended;
    expect(queue.messages.map(({ errors }) => errors?.map(({ extensions }) => extensions.code))).toEqual([
      ['FORBIDDEN'],
    ]);
  });
});

describe('A stream', () => {
  it('ends when the permission or the token is gone', async () => {
    const queue = following(QUEUE, { eventId: world.event }, 'hostSpeaker');
    const feed = following(TALK, { talkId: world.talk }, 'attendee');
    await Promise.all([queue.until(1), feed.until(1)]);
    await change('removeHost', { eventId: world.event, userId: world.users.hostSpeaker });
    await queue.ended;
    await service.database.pool.query('delete from access_tokens where user_id = $1', [world.users.attendee]);
    await comment('author', 'A second comment');
    await feed.ended;
    expect(feed.messages.at(-1)?.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('ends when the record is gone', async () => {
    const feed = following(TALK, { talkId: world.talk });
    await feed.until(1);
    await change('deleteTalk', { talkId: world.talk });
    await feed.ended;
    expect(feed.messages.at(-1)?.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('also serves queries and mutations, as the protocol requires', async () => {
    const query = following('query ($id: ID!) { talk(id: $id) { id } }', { id: world.talk });
    await query.ended;
    expect(query.messages.map(({ data }) => data)).toEqual([{ talk: { id: world.talk } }]);
  });

  it('is required for subscriptions', async () => {
    const answer = await ask(service, TALK, { variables: { talkId: world.talk } });
    expect(codesOf(answer)).toEqual([['NOT_SUPPORTED', [{ reason: 'STREAM_REQUIRED' }]]]);
  });

  it('rejects invalid documents and mutations by GET with a status', async () => {
    const get = (parameters: Record<string, string>) =>
      fetch(`${service.base}/graphql?${String(new URLSearchParams(parameters))}`, {
        headers: { Accept: 'text/event-stream' },
      });
    const statuses = await Promise.all(
      [
        { query: 'subscription { unknown }' },
        { query: '{' },
        { query: 'mutation { requestPasswordReset(input: { usernameOrEmail: "x" }) { __typename } }' },
        { operation: 'Unknown' },
        { operation: '__proto__' },
        {},
      ].map(async (parameters) => (await get(parameters as Record<string, string>)).status),
    );
    expect(statuses).toEqual([400, 400, 405, 400, 400, 400]);
  });
});

describe('Equal subscriptions', () => {
  it('run once per change', async () => {
    const feeds = Array.from({ length: 20 }, () => following(TALK, { talkId: world.talk }));
    await Promise.all(feeds.map((feed) => feed.until(1)));
    service.takeStatements();
    await comment('attendee', 'Very clear', 4);
    await Promise.all(feeds.map((feed) => feed.until(2)));
    const runs = service.takeStatements().filter((text) => text.includes('with head as materialized'));
    // Polls and one run; each of the twenty would read the changes otherwise.
    expect(runs.filter((text) => text.includes('page as materialized'))).toHaveLength(1);
  });
});
