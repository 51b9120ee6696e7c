import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EventSource } from 'eventsource';
import { settled } from '../changes/log.js';
import { createWorld, type FeedbackWorld } from '../feedback/world.js';
import { askData, type Data } from '../graphql/ask.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => {
  service = await startService({ TALK_COMMENT_LIMIT: 'off' });
  world = await createWorld(service, 'PUBLIC');
  await settled(service.database.pool);
});
afterAll(() => service.stop());

interface Received {
  readonly id: string;
  readonly message: Data;
}

/** Follows a stored subscription as a browser does. */
function open(operation: string, variables: object, lastId?: string) {
  const url = `${service.base}/graphql?${String(new URLSearchParams({ operation, variables: JSON.stringify(variables) }))}`;
  const source = new EventSource(url, {
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        headers: { ...init.headers, ...(lastId !== undefined && { 'Last-Event-ID': lastId }) },
      }),
  });
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  let isCompleted = false;
  source.addEventListener('next', ({ data, lastEventId }) => {
    received.push({ id: lastEventId, message: JSON.parse(data as string) });
    for (const wake of waiting.splice(0)) wake();
  });
  source.addEventListener('complete', () => {
    isCompleted = true;
    for (const wake of waiting.splice(0)) wake();
  });
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { source, received, until, isCompleted: () => isCompleted };
}

const comment = (viewer: 'attendee' | 'host', text: string) =>
  askData(service, 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }', {
    variables: { input: { talkId: world.talk, text, rating: 3 } },
    token: world.tokens[viewer],
  });

it('a browser follows a stored subscription by its name, and resumes after the last event', async () => {
  const first = open('TalkFeedbackLive', { talkId: world.talk });
  await first.until(() => first.received.length === 1);
  first.source.close();
  const [state] = first.received;
  expect(state?.id).toBe(state?.message.data.talkFeedback.cursor);
  const { commentOnTalk } = await comment('attendee', 'Very clear');
  await settled(service.database.pool);
  const second = open('TalkFeedbackLive', { talkId: world.talk }, state?.id);
  await second.until(() => second.received.length === 1);
  second.source.close();
  expect(second.received[0]?.message.data.talkFeedback).toMatchObject({
    isIncomplete: false,
    comments: [{ id: commentOnTalk.talkComment.id }],
  });
});

it('a browser is informed of the end, so that it does not reconnect', async () => {
  const unknown = open('TalkFeedbackLive', { talkId: '999999' });
  await unknown.until(unknown.isCompleted);
  unknown.source.close();
  expect(unknown.received.map(({ message }) => message.errors[0].extensions.code)).toEqual(['NOT_FOUND']);
});
