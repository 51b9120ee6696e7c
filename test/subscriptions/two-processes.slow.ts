import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventSource } from 'eventsource';
import { createServer, connect, type Socket } from 'node:net';
import { ask } from '../rest/ask.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { TALK_FEEDBACK, type TalkMessage } from '../../faults/event-streams.js';
import { createEvent, createTalk, createToken, createUser, unique } from '../support/factories.js';
import { eventually, startProcess, type ServiceProcess } from '../support/process.js';
import { follow } from './follow.js';

const TRIES = 5;

let database: TestDatabase;
let [writing, following]: ServiceProcess[] = [];
let talk: string;
const streams: (() => void)[] = [];
let token: string;

beforeAll(async () => {
  database = await freshDatabase();
  const environment = {
    ...{ DATABASE_URL: urlOf(database.address), SECRET_KEY: 'the same secret key in every process' },
    ...{ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off', LOG_LEVEL: 'warn', WORKERS: '1' },
  };
  const start = async () => startProcess({ ...environment, DATA_DIR: await dataFolder() });
  [writing, following] = [await start(), await start()];
  talk = await createTalk(database.pool, await createEvent(database.pool));
  token = await createToken(database.pool, await createUser(database.pool));
});
// Each test closes its streams: the next one begins a group of its own.
afterEach(() => {
  for (const close of streams.splice(0)) close();
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

/** Through v2.1 in the first process. @returns the text */
async function comment(): Promise<string> {
  const text = `Comment ${unique()}`;
  const { status } = await ask(writing!, `/v2.1/talks/${talk}/comments`, {
    ...{ method: 'POST', token, body: { comment: text, rating: 4 } },
  });
  expect(status).toBe(201);
  return text;
}

/** The median time of some comments until they have arrived: the machine may be busy. */
async function quickest(hasArrived: (text: string) => boolean): Promise<number> {
  const times: number[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const text = await comment();
    const begin = performance.now();
    await eventually(() => hasArrived(text));
    times.push(performance.now() - begin);
  }
  return times.sort((one, other) => one - other)[Math.floor(TRIES / 2)]!;
}

interface Received {
  readonly message: TalkMessage;
  readonly id: string;
}

/** A browser's client. @param base of the process, or of a proxy in front of it */
function openEventSource(base: string): { readonly source: EventSource; readonly received: Received[] } {
  const parameters = new URLSearchParams({ query: TALK_FEEDBACK, variables: JSON.stringify({ talkId: talk }) });
  const source = new EventSource(`${base}/graphql?${String(parameters)}`);
  streams.push(() => source.close());
  const received: Received[] = [];
  source.addEventListener('next', ({ data, lastEventId }) => {
    const {
      data: { talkFeedback },
    } = JSON.parse(String(data)) as { data: { talkFeedback: TalkMessage } };
    received.push({ message: talkFeedback, id: lastEventId });
  });
  return { source, received };
}

/** A proxy whose connections can be cut. */
async function startProxy(target: string): Promise<{ readonly base: string; readonly cut: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), new URL(target).hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => sockets.forEach((socket) => socket.destroy());
  atTheEnd(() => {
    cut();
    server.close();
  });
  return { base: `http://127.0.0.1:${Reflect.get(Object(server.address()), 'port')}`, cut };
}

const textsOf = (messages: readonly TalkMessage[]) =>
  messages.flatMap(({ comments }) => comments.map(({ text }) => text));

describe('A comment made through v2.1 in one process', () => {
  it('arrives from another one within a second, at a graphql-sse client', async () => {
    const feed = follow(following!, TALK_FEEDBACK, { variables: { talkId: talk } });
    streams.push(feed.stop);
    await feed.until(1);
    const texts = () => textsOf(feed.messages.map(({ data }) => data.talkFeedback as TalkMessage));
    expect(await quickest((text) => texts().includes(text))).toBeLessThan(1_000);
  });

  it('arrives within a second at an EventSource', async () => {
    const { received } = openEventSource(following!.base);
    await eventually(() => received.length === 1);
    const has = (text: string) => textsOf(received.map(({ message }) => message)).includes(text);
    expect(await quickest(has)).toBeLessThan(1_000);
    expect(received.map(({ id }) => id)).toEqual(received.map(({ message }) => message.cursor));
  });

  it('arrives once at an EventSource that was disconnected, by `Last-Event-ID`', async () => {
    const { base, cut } = await startProxy(following!.base);
    const { source, received } = openEventSource(base);
    await eventually(() => received.length === 1);
    const before = await comment();
    await eventually(() => received.length === 2);
    cut();
    await eventually(() => source.readyState === EventSource.CONNECTING);
    const missed = [await comment(), await comment()];
    await eventually(() => received.length > 2);
    const messages = received.map(({ message }) => message);
    expect(textsOf(messages)).toEqual([before, ...missed]);
    expect(messages.map(({ isIncomplete }) => isIncomplete)).not.toContain(true);
  });
});
