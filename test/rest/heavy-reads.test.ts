import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { longestTurnMs } from '../support/cpu-time.js';
import * as make from '../support/factories.js';
import { eventually } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordsOf } from './ask.js';
import { times } from './at-once.js';

const TALKS = 2_000;
/** A third of it suffices on a quiet machine; in one turn, the responses take up to 2.5 s of CPU time. */
const MAX_TURN_MS = 300;

let service: TestService;
let event: string;
let token: string;
let other: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  event = await make.createEvent(pool, { slug: 'huge', name: 'Huge' });
  [token, other] = (await Promise.all(times(2, async () => make.createToken(pool, await make.createUser(pool))))) as [
    string,
    string,
  ];
  await pool.query(
    `insert into talks (event_id, title, slug, description, talk_type_id, language_id, starts_at, duration_minutes, stub)
     select $1, 'Talk ' || n, 'talk-' || n, repeat('<a & "b">', 450), 1, 2, timestamptz '2026-06-01T10:00Z' + n * interval '1 minute', 30, 'huge' || n
     from generate_series(1, $2::int) n`,
    [event, TALKS],
  );
});
afterAll(() => service.stop());

const schedule = () => `/feeds/events/${event}/schedule.xml`;
const talks = (query: string) => `/v2.1/events/${event}/talks?resultsperpage=0&verbose=yes&${query}`;

it.each([
  ['schedule.xml', schedule],
  ['the calendar', () => `/feeds/events/${event}.ics`],
  ['v2.1', () => talks('')],
  ['HTML', () => talks('format=html')],
])('%s of an event with 2 000 long talks does not block the event loop', async (_, path) => {
  const longest = await longestTurnMs(async () => {
    const response = await fetch(service.base + path(), { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });
  expect(longest).toBeLessThan(MAX_TURN_MS);
});

describe('an idle connection', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const CONNECTIONS = 5;
  /** The bodies have 9 MB each; those who kept them held three times as much. */
  const MOST = 20 * 2 ** 20;

  it('does not keep its last response in memory', async () => {
    const agent = new Agent({ keepAlive: true });
    const read = async () => {
      const [response] = (await once(get(`${service.base}/feeds/events/${event}.ics`, { agent }), 'response')) as [
        IncomingMessage,
      ];
      await once(response.resume(), 'end');
    };
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    await Promise.all(times(CONNECTIONS, read));
    const isFreed = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers - before < MOST;
    };
    await eventually(isFreed);
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(CONNECTIONS);
    agent.destroy();
  });
});

describe('heavy reads', () => {
  /** If all ran at once, almost all of them would precede the second one of another caller. */
  const HEAVY = 32;

  it('of one caller run one at a time, so that those of others do not wait for all of them', async () => {
    const page = `/v2.1/events/${event}/talks?resultsperpage=150`;
    let done = 0;
    const heavy = Promise.all(
      times(HEAVY, async () => {
        await ask(service, page, { token });
        done += 1;
      }),
    );
    for (let time = 0; time < 3; time += 1) await ask(service, page, { token: other });
    expect(done).toBeLessThan(HEAVY * 0.75);
    await heavy;
  });

  it('do not wait for writes whose body has not arrived', async () => {
    const socket = connect(Number(new URL(service.base).port), '127.0.0.1');
    const lines = ['POST /v2.1/token?resultsperpage=0 HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 100', '', ''];
    socket.write(lines.join('\r\n'));
    await sleep(200);
    expect((await ask(service, talks(''), { token })).status).toBe(200);
    socket.destroy();
  });
});

describe('pages for people', () => {
  it('of v2.1 have at most 500 records, and a link to the next ones', async () => {
    const page = await ask(service, talks('format=html'), { token });
    expect(page.text.match(/<h2 dir="auto">/g)).toHaveLength(500);
    expect(page.text).toContain('<span>1 – 500 of 2000</span>');
    const next = /<a href="([^"]+)" rel="next">/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(Object.fromEntries(new URL(next).searchParams)).toMatchObject({
      start: '500',
      resultsperpage: '500',
      format: 'html',
    });
    const json = await ask(service, talks(''), { token });
    expect(recordsOf(json, 'talks')).toHaveLength(TALKS);
  });

  it('show at most 500 talks of an event, and link to the others', async () => {
    const { text } = await ask(service, '/event/huge');
    expect(text.match(/<li class="entry"/g)).toHaveLength(500);
    const link = /This page shows the first 500 talks. <a href="([^"]+)">/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    const further = await ask(service, link ?? '', { headers: { Accept: 'text/html' } });
    expect(further.text).toContain('501 – 520 of 2000');
  });
});
