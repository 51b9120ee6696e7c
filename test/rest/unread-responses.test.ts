import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ask as askGraph } from '../graphql/ask.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, type Answer } from './ask.js';
import { times } from './at-once.js';

const MEGABYTE = 2 ** 20;
const VENUE = '192.0.2.7';

let service: TestService;
let event: string;
beforeAll(async () => {
  service = await startService({ TRUST_PROXY: '1' });
  const { pool } = service.database;
  event = await make.createEvent(pool, { slug: 'long', description: 'x'.repeat(65_000) });
  await pool.query(
    `insert into talks (event_id, title, slug, description, talk_type_id, language_id, starts_at, duration_minutes, stub)
     select $1, 'Talk ' || n, 'talk-' || n, repeat('x', 65000), 1, 2, '2026-06-01T10:00Z', 30, 'long' || n from generate_series(1, 130) n`,
    [event],
  );
});
afterAll(cleanUp);
afterAll(() => service.stop());

const newToken = async () => make.createToken(service.database.pool, await make.createUser(service.database.pool));

/** Sends a request on a connection that reads nothing but the status of the response; 0 without one. */
function statusOfUnread(head: string, token: string, body = ''): Promise<number> {
  const { hostname, port } = new URL(service.base);
  const socket = connect({ host: hostname, port: Number(port) });
  atTheEnd(() => socket.destroy());
  const headers = [
    `Host: ${hostname}:${port}`,
    `X-Forwarded-For: ${VENUE}`,
    ...(token === '' ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
  ];
  socket.on('error', () => undefined).write(`${head} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  return new Promise((resolve) => {
    socket.once('close', () => resolve(0));
    socket.once('readable', () => resolve(Number(String(socket.read(12)).slice(-3))));
  });
}

/** How often each status occurs. */
async function tallied(statuses: readonly Promise<number>[]): Promise<Record<number, number>> {
  const groups = Map.groupBy(await Promise.all(statuses), (status) => status);
  return Object.fromEntries([...groups].map(([status, all]) => [status, all.length]));
}

/** The refusal of a request, once the caller holds too many bytes: on a busy machine, some are released meanwhile. */
async function refusedOnce(token: string, holdMore: () => Promise<number>): Promise<Answer> {
  for (;;) {
    const answer = await ask(service, `/v2.1/events/${event}`, { token });
    if (answer.status === 503) return answer;
    await holdMore();
  }
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The size of all buffers. */
function bufferedBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

const aliases = times(15, (place) => `a${place}: description`).join(' ');
const events = () => times(5, (place) => `e${place}: event(id: ${event}) { ${aliases} }`).join(' ');
const long = () => JSON.stringify({ query: `{ ${events()} }` });

it('250 unread responses of one caller hold less than 48 MB, and refuse no other one behind the same address', async () => {
  const token = await newToken();
  const before = bufferedBytes();
  const statuses = await tallied(times(250, () => statusOfUnread('POST /graphql', token, long())));
  // Seven of 4.9 MB exceed the bound of 32 MB; the operating system may accept some as a whole.
  expect(statuses).toEqual({ 200: expect.any(Number), 503: expect.any(Number) });
  expect(statuses[200]).toBeGreaterThanOrEqual(7);
  expect(statuses[503]).toBeGreaterThan(125);
  expect(bufferedBytes() - before).toBeLessThan(48 * MEGABYTE);

  const read = `/v2.1/events/${event}`;
  const refused = await refusedOnce(token, () => statusOfUnread('POST /graphql', token, long()));
  expect(refused.headers.get('retry-after')).toBe('1');
  const { status, errors } = await askGraph(service, `{ event(id: ${event}) { name } }`, { token });
  expect([status, errors[0]?.extensions.problems]).toEqual([503, [{ reason: 'OVERLOADED' }]]);

  const tokens = await Promise.all(times(20, newToken));
  const headers = { 'X-Forwarded-For': VENUE };
  const others = await Promise.all([
    ...tokens.map((other) => ask(service, `${read}/talks?resultsperpage=0`, { token: other, headers })),
    ...times(280, () => ask(service, read, { headers })),
  ]);
  expect(Object.keys(Object.groupBy(others, ({ status }) => status))).toEqual(['200']);
  await cleanUp();
});

it.each([
  ['v2.1', () => `/v2.1/events/${event}/talks?verbose=yes&resultsperpage=0`],
  ['HTML', () => `/v2.1/events/${event}/talks?verbose=yes&resultsperpage=0&format=html`],
  ['a feed', () => `/feeds/events/${event}/schedule.xml`],
  [
    'a stored operation',
    () => `/graphql?operation=EventSchedule&variables=%7B%22id%22%3A%22${event}%22%2C%22limit%22%3A500%7D`,
  ],
])('unread responses of %s count', async (_, path) => {
  const token = await newToken();
  const refused = await refusedOnce(token, () => statusOfUnread(`GET ${path()}`, token));
  expect(refused.headers.get('retry-after')).toBe('1');
  await cleanUp();
});

it('responses that are read do not count', async () => {
  const token = await newToken();
  for (let asked = 0; asked < 10; asked += 1) {
    const { status } = await askGraph(service, `{ ${events()} }`, { token });
    expect(status).toBe(200);
  }
});
