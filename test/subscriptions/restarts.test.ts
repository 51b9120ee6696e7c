import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { gql } from '@apollo/client';
import { gql as urqlGql } from '@urql/core';
import { EventSource } from 'eventsource';
import type { ExecutionResult } from 'graphql-sse';
import { join } from 'node:path';
import relay from 'relay-runtime';
import { createLiveApolloClient } from '../../docs/live/apollo.js';
import { followTalk } from '../../docs/live/follow-talk.js';
import { createLiveClient, subscribeLive } from '../../docs/live/live-client.js';
import { subscribeWith } from '../../docs/live/relay.js';
import { createLiveUrqlClient } from '../../docs/live/urql.js';
import { settled } from '../changes/log.js';
import { root } from '../docs/pages.js';
import { createWorld, type FeedbackWorld } from '../feedback/world.js';
import { askData } from '../graphql/ask.js';
import { cleanUp } from '../support/clean-up.js';
import { eventually } from '../support/process.js';
import { startProxy, type Proxy } from '../support/proxy.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let world: FeedbackWorld;
let proxy: Proxy;
let followLive: (base: string, operation: string, variables: object, onResult: (result: Answer) => void) => () => void;
beforeAll(async () => {
  Object.assign(globalThis, { EventSource });
  ({ followLive } = (await import(join(root, 'docs/live/follow-live.mjs'))) as { followLive: typeof followLive });
  service = await startService({ TALK_COMMENT_LIMIT: 'off' });
  world = await createWorld(service, 'PUBLIC');
  await settled(service.database.pool);
  proxy = await startProxy(service.base);
});
afterAll(async () => {
  await cleanUp();
  await service.stop();
});

const FOLLOW = `subscription Follow($talkId: ID!, $after: String) {
  talkFeedback(talkId: $talkId, after: $after) { cursor comments { text id } }
}`;

const comment = async (text: string): Promise<string> => {
  const input = { talkId: world.talk, text, rating: 4 };
  const { commentOnTalk } = await askData(
    service,
    'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }',
    { variables: { input }, token: world.tokens.attendee },
  );
  return commentOnTalk.talkComment.id;
};

interface Message {
  readonly comments: readonly { readonly id: string }[];
}
type Next = (message: Message | null | undefined) => void;
type Subscribe = (base: string, next: Next) => () => void;
interface Result {
  readonly talkFeedback: Message;
}
interface Answer {
  readonly data?: Result;
}

const visitor = (): undefined => undefined;

/** Each recipe of the page, with its own client. */
const recipes: Readonly<Record<string, Subscribe>> = {
  'Apollo Client': (base, next) => {
    const following = createLiveApolloClient(base, visitor)
      .subscribe<Result>({ query: gql(FOLLOW), variables: { talkId: world.talk }, fetchPolicy: 'no-cache' })
      .subscribe(({ data }) => next(data?.talkFeedback));
    return () => following.unsubscribe();
  },
  urql: (base, next) =>
    createLiveUrqlClient(base, visitor)
      .subscription<Result>(urqlGql(FOLLOW), { talkId: world.talk })
      .subscribe(({ data }) => next(data?.talkFeedback)).unsubscribe,
  Relay: (base, next) => {
    const reject = () => Promise.reject(new Error('Not a query'));
    const operation = {
      ...{ id: null, cacheID: 'Follow', text: FOLLOW, name: 'Follow', operationKind: 'subscription' as const },
      metadata: {},
    };
    const following = relay.Network.create(reject, subscribeWith(base, visitor))
      .execute(operation, { talkId: world.talk }, {})
      .subscribe({ next: (response) => next((response as unknown as { data: Result }).data.talkFeedback) });
    return () => following.unsubscribe();
  },
  'graphql-sse': (base, next) => {
    const stopping = new AbortController();
    void followTalk(base, world.talk, next, stopping.signal);
    return () => stopping.abort();
  },
  EventSource: (base, next) =>
    followLive(base, 'TalkFeedbackLive', { talkId: world.talk }, ({ data }) => next(data?.talkFeedback)),
};

it.each([
  ['cuts the connections', 'cut'],
  ['ends the responses as if they were complete', 'clean'],
] as const)(
  'after a restart of the service behind a proxy, which %s, the clients of docs/live.md continue, and miss no change',
  async (_, ending) => {
    const names = Object.keys(recipes);
    const received = new Map<string, string[]>();
    const stops = Object.entries(recipes).map(([name, subscribe]) =>
      subscribe(proxy.base, (message) => {
        received.set(name, [...(received.get(name) ?? []), ...(message?.comments ?? []).map(({ id }) => id)]);
      }),
    );
    await eventually(() => received.size === names.length);
    proxy.goAway(ending);
    const id = await comment(`During a restart: ${ending}`);
    await eventually(() => proxy.refused() >= names.length);
    proxy.comeBack();
    await eventually(() => [...received.values()].every((ids) => ids.length > 0));
    stops.forEach((stop) => stop());
    expect(Object.fromEntries(received)).toEqual(Object.fromEntries(names.map((name) => [name, [id]])));
  },
  60_000,
);

it('a document that is not valid ends a subscription with its error, instead of being sent again', async () => {
  let requests = 0;
  const client = createLiveClient(service.base, () => {
    requests += 1;
    return undefined;
  });
  const results: ExecutionResult[] = [];
  await new Promise<void>((resolve, reject) => {
    const sink = { next: (result: ExecutionResult) => void results.push(result), error: reject, complete: resolve };
    subscribeLive(client, { query: 'subscription { nothing }' }, sink);
  });
  expect({ messages: results.map(({ errors }) => errors?.[0]?.message), requests }).toEqual({
    messages: [expect.stringContaining('nothing')],
    requests: 1,
  });
}, 60_000);
