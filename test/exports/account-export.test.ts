import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { graph } from '../login/flow.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

/** More than one batch. */
const COMMENTS = 1_201;
/** More than what is read ahead of a slow client, and than the buffers of a connection. */
const MANY_COMMENTS = 60_000;

let service: TestService;
let small: string;
let large: string;
beforeAll(async () => {
  service = await startService();
  [small, large] = await Promise.all([linkOf(COMMENTS), linkOf(MANY_COMMENTS)]);
}, 60_000);
afterAll(() => service.stop());

/** The URL of the export of a new user with comments. */
async function linkOf(comments: number): Promise<string> {
  const { pool } = service.database;
  const user = await make.createUser(pool, { biography: 'First line\nSecond "line" \\n' });
  const event = await make.createEvent(pool);
  const talk = await make.createTalk(pool, event);
  await pool.query(
    `insert into talk_comments (event_id, talk_id, user_id, rating, comment, source, digest, is_unchecked, created_at)
      select $1, $2, $3::bigint, 0, repeat('words ', 100) || g, 'x', $3::bigint || '-' || g, false, now() from generate_series(1, $4::int) g`,
    [event, talk, user, comments],
  );
  const { data } = await graph(service, await make.createToken(pool, user), 'mutation { exportAccount { url } }');
  return (data as { exportAccount: { url: string } }).exportAccount.url;
}

async function untilIdle(): Promise<void> {
  const { pool } = service;
  for (let tries = 0; tries < 100 && pool.idleCount < pool.totalCount; tries += 1) await setTimeout(50);
  expect(pool.idleCount).toBe(pool.totalCount);
}

/** A client that reads the first part only. */
async function startReading(url: string) {
  const controller = new AbortController();
  const response = await fetch(url, { signal: controller.signal });
  return { status: response.status, stop: () => controller.abort() };
}

describe('the export of an account', () => {
  it('is complete and formatted, in any number of batches', async () => {
    const text = await (await fetch(small)).text();
    const exported = JSON.parse(text) as { records: { talkComments: { id: string }[]; stars: [] } };
    const ids = exported.records.talkComments.map(({ id }) => Number(id));

    expect(text).toBe(`${JSON.stringify(exported, null, 2)}\n`);
    expect(new Set(ids).size).toBe(COMMENTS);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(exported.records.stars).toEqual([]);
  });

  it('is read once at a time for each link, and twice in total, but not for HEAD', async () => {
    const other = await linkOf(MANY_COMMENTS);
    const clients = [await startReading(large), await startReading(other)];
    const again = await fetch(large);
    const third = await fetch(small);
    const head = await fetch(large, { method: 'HEAD' });
    for (const { stop } of clients) stop();
    await untilIdle();

    expect(clients.map(({ status }) => status)).toEqual([200, 200]);
    expect([again.status, again.headers.get('retry-after'), third.status]).toEqual([503, '5', 503]);
    expect([head.status, head.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="account.json"',
    ]);
    expect(await (await fetch(small)).json()).toMatchObject({ account: {} });
  });

  it('releases its connection when the client disconnects, at any time', async () => {
    for (const delay of [0, 1, 2, 5, 10, 20, 50, 100]) {
      await fetch(large, { signal: AbortSignal.timeout(delay) })
        .then((response) => response.arrayBuffer())
        .catch(() => null);
      await untilIdle();
    }

    expect((await (await fetch(large)).text()).endsWith('\n  }\n}\n')).toBe(true);
  });
});
