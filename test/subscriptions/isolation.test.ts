import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { settled } from '../changes/log.js';
import { createWorld, type FeedbackWorld } from '../feedback/world.js';
import { ask } from '../graphql/ask.js';
import { eventually } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';
import { follow } from './follow.js';
import { openRaw, type RawStream } from './raw-stream.js';

let service: TestService;
let world: FeedbackWorld;
const streams: RawStream[] = [];
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  world = await createWorld(service, 'PUBLIC');
  await settled(service.database.pool);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.stop();
});

const TALK = `subscription ($talkId: ID!, $after: String) { talkFeedback(talkId: $talkId, after: $after) {
  cursor removedCommentIds } }`;
const EVENT = 'subscription ($id: ID!) { eventChanged(eventId: $id) { changes { kind } } }';
const QUEUE = 'subscription ($id: ID!) { moderationQueue(eventId: $id) { event { name } } }';

const bearer = (token: string | undefined) => ({ Authorization: `Bearer ${token}` });
async function open(request: Parameters<typeof openRaw>[1], ms = 400): Promise<RawStream> {
  const stream = openRaw(service, request);
  streams.push(stream);
  await pause(ms);
  return stream;
}
const change = (mutation: string, input: object, token: string | undefined) =>
  ask(
    service,
    `mutation ($input: ${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { __typename } }`,
    { variables: { input }, token },
  );

describe('Streams of one group', () => {
  it('do not share the cursor of the first one', async () => {
    const feed = follow(service, TALK, { variables: { talkId: world.talk } });
    const [message] = await feed.until(1);
    feed.stop();
    const headers = { 'Last-Event-ID': String(message?.data.talkFeedback.cursor) };
    await open({ body: { query: TALK, variables: { talkId: world.talk, after: 'unreadable' } }, headers });
    const other = await open({ body: { query: TALK, variables: { talkId: world.talk } } });
    await eventually(() => other.text().includes('event: next'));
    expect(other.text()).toContain('"removedCommentIds":[]');
    expect(other.text()).not.toContain('errors');
  });

  it('execute a mutation once each', async () => {
    const query = 'mutation ($input: AddTalkInput!) { addTalk(input: $input) { talk { id } } }';
    const input = { eventId: world.event, title: 'A title', description: 'A text', type: 'TALK' };
    const body = { query, variables: { input: { ...input, startDate: new Date().toISOString() } } };
    const requests = [1, 2].map(() => open({ body, headers: bearer(world.tokens.host) }, 1_000));
    const ids = (await Promise.all(requests)).map((stream) => /"id":"(\d+)"/.exec(stream.text())?.[1]);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain(undefined);
  });

  it('are closed to a token that was revoked after their last run', async () => {
    const request = { body: { query: QUEUE, variables: { id: world.event } }, headers: bearer(world.tokens.host) };
    await open(request, 900);
    await open(request);
    await service.database.pool.query('delete from access_tokens where user_id = $1', [world.users.host]);
    const refused = await open(request);
    expect(refused.text()).toContain('UNAUTHENTICATED');
    expect(refused.text()).not.toContain('"name"');
  });
});

describe('A stream', () => {
  it('is refused with an unknown token, instead of showing what is public', async () => {
    const stream = await open({ body: { query: TALK, variables: { talkId: world.talk } }, headers: bearer('unknown') });
    await eventually(() => stream.text() !== '');
    expect([stream.status(), stream.text()]).toEqual([400, expect.stringContaining('"UNAUTHENTICATED"')]);
    const query = 'query { __typename }';
    expect((await open({ body: { query }, headers: bearer('unknown') })).text()).toContain('"__typename":"Query"');
  });

  it('sends a change that looks like the previous one', async () => {
    const feed = follow(service, EVENT, { variables: { id: world.event } });
    await feed.until(1);
    await change('updateTalk', { talkId: world.talk, description: 'One text' }, world.tokens.host);
    await feed.until(2);
    await change('updateTalk', { talkId: world.talk, description: 'Another text' }, world.tokens.host);
    const [, , third] = await feed.until(3);
    expect(third?.data.eventChanged.changes).toEqual([{ kind: 'TALK_CHANGED' }]);
    feed.stop();
  });

  it('names removed comments to hosts as well', async () => {
    const feed = follow(service, TALK, { variables: { talkId: world.talk }, token: world.tokens.host });
    await feed.until(1);
    await change('reportTalkComment', { talkCommentId: world.talkComment }, world.tokens.attendee);
    const [, second] = await feed.until(2);
    expect(second?.data.talkFeedback.removedCommentIds).toEqual([world.talkComment]);
    feed.stop();
  });

  it('costs as much as all changes that a message can list', async () => {
    const query = `subscription ($id: ID!) { eventChanged(eventId: $id) { changes { event {
      talks(first: 100) { nodes { title } } } } } }`;
    const { text } = await open({ body: { query, variables: { id: world.event } } });
    expect(text()).toContain('TOO_LARGE');
  });

  it('is available by GET', async () => {
    const parameters = new URLSearchParams({ query: TALK, variables: JSON.stringify({ talkId: world.talk }) });
    const { text } = await open({ path: `/graphql?${String(parameters)}` });
    expect(text()).toContain('event: next');
  });

  it('is not counted if its client leaves before it is open', async () => {
    const request = {
      body: { query: TALK, variables: { talkId: world.talk } },
      headers: bearer(world.tokens.attendee),
    };
    // Tokens are looked up once a connection is free.
    const { max } = service.pool.options;
    const busy = await Promise.all(Array.from({ length: max }, () => service.pool.connect()));
    const left = await Promise.all(Array.from({ length: 20 }, () => open(request)));
    for (const stream of left) stream.stop();
    await pause(200);
    for (const client of busy) client.release();
    await pause(300);
    expect((await open(request)).status()).toBe(200);
  });
});
