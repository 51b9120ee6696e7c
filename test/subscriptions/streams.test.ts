import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, get, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openEventStream } from '../../src/http/subscriptions/event-stream.js';
import { createWorld, type FeedbackWorld } from '../feedback/world.js';
import { ask } from '../rest/ask.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { withDatabaseAway } from '../support/database-away.js';
import { openStream, TALK_FEEDBACK, type StreamClient } from '../../faults/event-streams.js';
import { eventually } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  world = await createWorld(service, 'PUBLIC');
});
afterEach(cleanUp);

function open(): StreamClient {
  const client = openStream(service.base, world.talk);
  atTheEnd(client.stop);
  return client;
}

const comment = (text: string) =>
  ask(service, `/v2.1/talks/${world.talk}/comments`, {
    ...{ method: 'POST', token: world.tokens.attendee, body: { comment: text, rating: 4 } },
  });

describe('A stream', () => {
  it('continues after the database was unreachable', async () => {
    const early = open();
    await eventually(() => early.messages() === 1);
    let late: StreamClient | undefined;
    await withDatabaseAway(service.database, async () => {
      await pause(1_500);
      late = open();
      await eventually(() => late?.connections() === 1);
    });
    await eventually(async () => (await comment('Back again')).status === 201);
    await eventually(() => early.texts.has('Back again') && late?.last()?.commentCount === 2);
    expect([early.connections(), late?.connections(), early.failure(), late?.failure()]).toEqual([
      ...[1, 1],
      ...[undefined, undefined],
    ]);
  });

  it('opens by GET without further parameters, as for an EventSource', async () => {
    const parameters = new URLSearchParams({ query: TALK_FEEDBACK, variables: JSON.stringify({ talkId: world.talk }) });
    const asking = get(`${service.base}/graphql?${String(parameters)}`, { headers: { Accept: 'text/event-stream' } });
    atTheEnd(() => asking.on('error', () => undefined).destroy());
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const { 'content-type': type, 'cache-control': cacheControl } = response.headers;
    expect([response.statusCode, type, cacheControl]).toEqual([
      ...[200, 'text/event-stream; charset=utf-8', 'no-store, no-transform'],
    ]);
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => (text += part));
    await eventually(() => text.includes('data: '));
    expect(text).toMatch(/^:\nevent: next\nid: \S+\ndata: \{"data":\{.*\}\n\n$/);
  });

  it('continues after the client that began its group has left', async () => {
    const [first, second] = [open(), open()];
    await eventually(() => first.messages() + second.messages() === 2);
    first.stop();
    await pause(50);
    await comment('Still here');
    await eventually(() => second.texts.has('Still here'));
  });

  it('is not counted if the client leaves before its token is looked up', async () => {
    const lock = await service.database.pool.connect();
    await lock.query('begin');
    await lock.query('lock table access_tokens in access exclusive mode');
    const body = JSON.stringify({ query: TALK_FEEDBACK, variables: { talkId: world.talk } });
    const headers = {
      ...{ Accept: 'text/event-stream', 'Content-Type': 'application/json' },
      Authorization: `Bearer ${world.tokens.attendee}`,
    };
    const ask20 = () =>
      Array.from({ length: 20 }, () => {
        const asking = request(`${service.base}/graphql`, { method: 'POST', headers, agent: false });
        asking.on('error', () => undefined).end(body);
        return asking;
      });
    const early = ask20();
    await pause(500);
    for (const asking of early) asking.destroy();
    await pause(100);
    await lock.query('rollback');
    lock.release();
    const late = ask20();
    atTheEnd(() => late.forEach((asking) => asking.destroy()));
    const responses = await Promise.all(late.map((asking) => once(asking, 'response')));
    expect(responses.map(([response]) => Reflect.get(Object(response), 'statusCode'))).toEqual(
      Array.from({ length: 20 }, () => 200),
    );
  });

  it('has an empty line only after an event, since some readers take each one for a message', async () => {
    const server = createServer((_, response) => {
      const stream = openEventStream(response, {}, () => true);
      stream.beat();
      stream.next({ body: '{}', cursor: 'a' });
      stream.beat();
      stream.complete();
    }).listen(0, '127.0.0.1');
    atTheEnd(() => server.close());
    await once(server, 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await response.text()).toBe(':\n:\nevent: next\nid: a\ndata: {}\n\n:\nevent: complete\ndata:\n\n');
  });

  it('ends if the client does not read', async () => {
    let response: ServerResponse | undefined;
    const server = createServer((_, given) => (response = given)).listen(0, '127.0.0.1');
    atTheEnd(() => server.close());
    await once(server, 'listening');
    const asking = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await once(server, 'request');
    if (!response) throw new Error('No request');
    const stream = openEventStream(response, {}, () => true);
    const [received] = await once(asking, 'response');
    (received as NodeJS.ReadableStream).on('error', () => undefined).pause();
    const message = { body: JSON.stringify('x'.repeat(100_000)), cursor: 'a' };
    let sent = 0;
    for (; sent < 200 && !response.destroyed; sent += 1) {
      stream.next(message);
      await pause(1);
    }
    // Buffers of the kernel take some, too.
    expect(sent).toBeLessThan(150);
    expect(response.destroyed).toBe(true);
  });
});
