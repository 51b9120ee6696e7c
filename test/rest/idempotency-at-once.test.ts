import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import type { Answer } from './ask.js';
import { expectTrueCounters, tally, times } from './at-once.js';
import { keyedWorld, keysOf, postUnder, rowsOf, type KeyedWorld } from './keyed.js';

let service: TestService;
let { event, talk, user, token }: KeyedWorld = { event: '', talk: '', user: '', token: '' };
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ event, talk, user, token } = await keyedWorld(service));
});

const comments = () => `/v2.1/talks/${talk}/comments`;
const post = (path: string, key: string, body?: unknown, as = token) => postUnder(service, key, path, as, body);
const count = (table: string) => rowsOf(service, table, event);
const keys = () => keysOf(service, user);

describe('many concurrent requests', () => {
  it.each([
    ['talks', 'talk_comments'],
    ['events', 'event_comments'],
  ])('20 with one key create one comment on one of the %s: repeated, or to be retried', async (parent, table) => {
    const path = `/v2.1/${parent}/${parent === 'talks' ? talk : event}/comments`;
    const answers = await Promise.all(times(20, () => post(path, 'one')));
    const fresh = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotency-replayed'));
    expect([fresh.length, await count(table)]).toEqual([1, 1]);
    const busy = '409 ["A request with this Idempotency-Key is in progress, please try again"]';
    const { '201 ': done = 0, [busy]: waiting = 0, ...others } = tally(answers);
    expect([done + waiting, others]).toEqual([20, {}]);
    for (const { status, headers } of answers) expect(headers.get('retry-after')).toBe(status === 409 ? '1' : null);
    expect(new Set(answers.flatMap(({ headers }) => headers.get('location') ?? [])).size).toBe(1);
    expect((await post(path, 'one')).headers.get('idempotency-replayed')).toBe('true');
    await expectTrueCounters(service);
  });

  it('40 with their own keys are all executed, also when retried while all connections are in use', async () => {
    const path = `/v2.1/events/${event}/comments`;
    const until = async (index: number): Promise<Answer> => {
      for (;;) {
        const answer = await post(path, `${index}`, { comment: `No. ${index}`, rating: 2 });
        if (answer.status !== 503) return answer;
      }
    };
    expect(tally(await Promise.all(times(40, until)))).toEqual({ '201 ': 40 });
    expect([await count('event_comments'), (await keys()).length]).toEqual([40, 40]);
    await expectTrueCounters(service);
    const { rows } = await service.database.pool.query(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });

  it('a duplicate in flight gets 409 with Retry-After, and then the stored response', async () => {
    const holder = await service.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from users where id = $1 for update', [user]);
      const first = post(comments(), 'one');
      await untilWaiting();
      const during = await post(comments(), 'one');
      expect([during.status, during.headers.get('retry-after')]).toEqual([409, '1']);
      await holder.query('commit');
      expect((await first).status).toBe(201);
    } finally {
      holder.release();
    }
    expect((await post(comments(), 'one')).headers.get('idempotency-replayed')).toBe('true');
    expect(await count('talk_comments')).toBe(1);
  });

  /** A request waits for a lock: the first one, which then holds its key. */
  async function untilWaiting(): Promise<void> {
    for (;;) {
      const { rows } = await service.database.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (rows.length > 0) return;
    }
  }
});
