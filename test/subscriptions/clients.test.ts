import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gql } from '@apollo/client';
import { gql as urqlGql } from '@urql/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import relay from 'relay-runtime';
import { createLiveApolloClient } from '../../docs/live/apollo.js';
import { subscribeWith } from '../../docs/live/relay.js';
import { followTalk } from '../../docs/live/follow-talk.js';
import { createLiveUrqlClient } from '../../docs/live/urql.js';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLiveClient, retryDelay, subscribeLive } from '../../docs/live/live-client.js';
import { settled } from '../changes/log.js';
import { root } from '../docs/pages.js';
import { createWorld, type FeedbackWorld } from '../feedback/world.js';
import { askData } from '../graphql/ask.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => {
  service = await startService({ TALK_COMMENT_LIMIT: 'off' });
  world = await createWorld(service, 'PUBLIC');
  await settled(service.database.pool);
});
afterAll(() => service.stop());

const FOLLOW = 'subscription Follow($talkId: ID!) { talkFeedback(talkId: $talkId) { comments { text } commentCount } }';

let comments = 0;
async function comment(): Promise<string> {
  comments += 1;
  const text = `Comment ${comments}`;
  const input = { talkId: world.talk, text, rating: 4 };
  await askData(service, 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { __typename } }', {
    variables: { input },
    token: world.tokens.attendee,
  });
  return text;
}

interface Feed {
  readonly talkFeedback: { readonly comments: readonly { readonly text: string }[]; readonly commentCount: number };
}

/** Comments after the first message; resolves to the texts of the second one. */
async function secondMessage(
  subscribe: (next: (data: Feed | null | undefined) => void) => () => void,
): Promise<unknown> {
  const second = Promise.withResolvers<unknown>();
  let messages = 0;
  let text: Promise<string> | undefined;
  const stop = subscribe((data) => {
    messages += 1;
    if (messages === 1) text = comment();
    else second.resolve(data?.talkFeedback.comments.map((one) => one.text));
  });
  const texts = await second.promise;
  stop();
  expect(texts).toEqual([await text]);
  return texts;
}

describe('docs/live.md', () => {
  it('follows a talk with Apollo Client, as a user', async () => {
    const client = createLiveApolloClient(service.base, () => world.tokens.speaker);
    await secondMessage((next) => {
      const subscription = client
        .subscribe<Feed>({ query: gql(FOLLOW), variables: { talkId: world.talk }, fetchPolicy: 'no-cache' })
        .subscribe(({ data }) => next(data));
      return () => subscription.unsubscribe();
    });
  });

  it('follows a talk with urql', async () => {
    const client = createLiveUrqlClient(service.base, () => undefined);
    await secondMessage((next) => {
      const { unsubscribe } = client
        .subscription<Feed>(urqlGql(FOLLOW), { talkId: world.talk })
        .subscribe(({ data }) => next(data));
      return unsubscribe;
    });
  });

  it('follows a talk with the network of Relay', async () => {
    const network = relay.Network.create(
      () => Promise.reject(new Error('Not a query')),
      subscribeWith(service.base, () => undefined),
    );
    const operation = {
      ...{ id: null, cacheID: 'Follow', text: FOLLOW, name: 'Follow', operationKind: 'subscription' as const },
      metadata: {},
    };
    await secondMessage((next) => {
      const subscription = network.execute(operation, { talkId: world.talk }, {}).subscribe({
        next: (response) => next((response as unknown as { data: Feed }).data),
      });
      return () => subscription.unsubscribe();
    });
  });

  it('follows a talk with graphql-sse, and resumes', async () => {
    const stopping = new AbortController();
    const received: string[] = [];
    const wanted = Promise.withResolvers<void>();
    const done = followTalk(
      service.base,
      world.talk,
      (message) => {
        received.push(...message.comments.map(({ text }) => text));
        if (received.length > 0) wanted.resolve();
        else void comment();
      },
      stopping.signal,
    );
    await wanted.promise;
    stopping.abort();
    await done;
    expect(received).toEqual([`Comment ${comments}`]);
  });

  it('sends the token of queries with Apollo Client as well', async () => {
    const client = createLiveApolloClient(service.base, () => world.tokens.speaker);
    const { data } = await client.query<{ viewer: { id: string } | null }>({ query: gql('{ viewer { id } }') });
    expect(data?.viewer?.id).toBe(world.users.speaker);
  });

  it('retries ever more rarely, up to a minute, and at random', () => {
    const delays = [0, 1, 2, 3, 20].map((retries) => Array.from({ length: 50 }, () => retryDelay(retries)));
    const bounds = [1, 2, 4, 8, 12].map((factor) => [factor * 1_000, factor * 5_000] as const);
    for (const [place, [least, most]] of bounds.entries()) {
      const all = delays[place] ?? [];
      expect(Math.min(...all)).toBeGreaterThanOrEqual(least);
      expect(Math.max(...all)).toBeLessThanOrEqual(most);
      expect(new Set(all).size).toBeGreaterThan(40);
    }
  });

  it.each(['docs/live/live-client.ts', 'docs/live/follow-live.mjs', 'src/http/pages/scripts/live.js'])(
    'retries in %s at these times',
    (file) => {
      const formula = /Math\.min\(2 \*\* \w+, 12\) \* \(1_000 \+ Math\.random\(\) \* 4_000\)/;
      expect(readFileSync(join(root, file), 'utf8')).toMatch(formula);
    },
  );

  it('retries after the time that the service requests', async () => {
    const times: number[] = [];
    const retried = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      times.push(performance.now());
      if (times.length === 2) retried.resolve();
      response.writeHead(429, { 'Retry-After': times.length === 1 ? '2' : '60' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = createLiveClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const sink = { next: () => undefined, error: retried.reject, complete: () => undefined };
    const stop = subscribeLive(client, { query: FOLLOW, variables: { talkId: '1' } }, sink);
    await retried.promise;
    stop();
    server.close();
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2_950);
  });

  it('reports an unknown talk', async () => {
    const unknown = followTalk(service.base, '999999', () => undefined, new AbortController().signal);
    await expect(unknown).rejects.toThrow('Talk not found');
  });
});
