import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { settled } from '../changes/log.js';
import { createWorld, type FeedbackWorld } from '../feedback/world.js';
import { ask } from '../graphql/ask.js';
import { createToken } from '../support/factories.js';
import { eventually } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';
import { openRaw, type RawStream } from './raw-stream.js';

const VENUE = '192.0.2.7';
const [FLOOD, SECOND, OTHER] = ['198.51.100.1', '198.51.100.2', '203.0.113.9'];

let service: TestService;
let world: FeedbackWorld;
const streams: RawStream[] = [];
beforeAll(async () => {
  service = await startService({
    ...{ TRUST_PROXY: '1', MAX_STREAMS: '32', MAX_STREAMS_ADDRESS: '12', MAX_STREAMS_USER: '5' },
    ...{ VENUE_ADDRESSES: VENUE, VENUE_ON_EVENT_DAYS: 'false' },
  });
  world = await createWorld(service, 'PUBLIC');
  await settled(service.database.pool);
});
afterAll(() => service.stop());
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.stop();
  await eventually(async () => (await openCount()) === 0);
});

async function openCount(): Promise<number> {
  const metric = (await service.samples()).find(({ name }) => name === 'lectern_streams');
  return metric?.values[0]?.value ?? 0;
}

interface Opening {
  readonly from: string;
  readonly token?: string | undefined;
  readonly query?: string;
}

/** Opens a stream, and waits until it is open or refused. */
async function open({ from, token, query = FOLLOW }: Opening): Promise<RawStream> {
  const headers = { 'X-Forwarded-For': from, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
  const stream = openRaw(service, { body: { query, variables: { talkId: world.talk } }, headers });
  streams.push(stream);
  await eventually(() => stream.status() >= 400 || stream.text().includes('event: next'));
  return stream;
}
const openMany = async (count: number, of: Opening): Promise<RawStream[]> => {
  const opened: RawStream[] = [];
  for (let place = 0; place < count; place += 1) opened.push(await open(of));
  return opened;
};
const served = (all: readonly RawStream[]) => all.filter((stream) => stream.status() === 200 && !stream.isClosed());

const FOLLOW = 'subscription ($talkId: ID!) { talkFeedback(talkId: $talkId) { commentCount } }';

it('A user has the same number of streams, however many logins open them', async () => {
  const tokens = await Promise.all([1, 2, 3].map(() => createToken(service.database.pool, world.users.attendee)));
  const opened = await Promise.all(tokens.flatMap((token) => [1, 2].map(() => open({ from: OTHER, token }))));
  expect(opened.filter(({ status }) => status() === 429)).toHaveLength(1);
  expect(served(opened)).toHaveLength(5);
});

it('A user with few streams replaces the newest anonymous one of a full address', async () => {
  const flood = await openMany(13, { from: FLOOD });
  expect(flood.map(({ status }) => status())).toEqual([...Array<number>(12).fill(200), 429]);
  const host = await open({ from: FLOOD, token: world.tokens.host });
  expect(served([host])).toHaveLength(1);
  await eventually(() => flood[11]?.isClosed() === true);
  expect(served(flood)).toHaveLength(11);
});

it('Two addresses cannot take the last quarter, and callers with few streams are never refused', async () => {
  const flood = [...(await openMany(12, { from: FLOOD })), ...(await openMany(13, { from: SECOND }))];
  expect(served(flood)).toHaveLength(24);
  for (const place of [1, 2, 3]) {
    const few = await openMany(3, { from: `203.0.113.${place}` });
    expect(served(few)).toHaveLength(3);
  }
  await eventually(() => served(flood).length === 23);
});

it('A venue has more streams than another address, also while others hold them', async () => {
  const flood = [...(await openMany(12, { from: FLOOD })), ...(await openMany(12, { from: SECOND }))];
  const people = await openMany(16, { from: VENUE });
  expect(served(people)).toHaveLength(16);
  await eventually(() => served(flood).length === 16);
});

/** Costs 15 000 values: more than half a second of the allowance of one caller. */
const expensive = (
  name: number,
) => `subscription ($talkId: ID!) { talkFeedback(talkId: $talkId) { n${name}: commentCount
  talk { event { talks(first: 100) { nodes { comments(first: 20) { nodes { id nodeId text rating createdAt } } } } } } } }`;

/** How long a run waits at least after as many `before` it: four seconds of its allowance may be spent at once. */
const leastWait = (before: number): number => (before * 0.6 - 4) * 1_000;

it('A change reaches an uninvolved stream before the many of another caller, whose rate is limited', async () => {
  const begin = performance.now();
  const flood: RawStream[] = [];
  for (let place = 0; place < 5; place += 1) flood.push(await open({ from: FLOOD, query: expensive(place) }));
  const other = await open({ from: OTHER });
  expect(flood.filter(({ text }) => text().includes('errors'))).toEqual([]);
  const isInformed = ({ text }: RawStream) => text().split('event: next').length > 2;
  const input = { talkId: world.talk, text: 'Something new', rating: 4 };
  const mutation = 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { __typename } }';
  await ask(service, mutation, { variables: { input }, token: world.tokens.attendee });
  await eventually(() => [...flood, other].every(isInformed));
  const times = flood.map(({ lastAt }) => lastAt()).sort((one, next) => one - next);
  expect(times.filter((time) => time < other.lastAt()).length).toBeLessThan(4);
  expect((times.at(-1) ?? 0) - begin).toBeGreaterThan(leastWait(9));
});

it('First runs wait their turn within the same allowance, which closing the streams does not renew', async () => {
  const begin = performance.now();
  const flood = Array.from({ length: 9 }, (_, place) => open({ from: SECOND, query: expensive(place) }));
  const other = await open({ from: OTHER });
  const opened = await Promise.all(flood);
  const times = opened.map(({ lastAt }) => lastAt()).sort((one, next) => one - next);
  expect(times.at(-1)).toBeGreaterThan(other.lastAt());
  expect((times.at(-1) ?? 0) - begin).toBeGreaterThan(leastWait(8));
  for (const stream of streams.splice(0)) stream.stop();
  await eventually(async () => (await openCount()) === 0);
  await open({ from: SECOND, query: expensive(0) });
  expect(performance.now() - begin).toBeGreaterThan(leastWait(9));
});
