import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pgConfig } from '../../src/database/orm.js';
import { DomainError } from '../../src/core/errors.js';
import { rateLimitHeaders } from '../../src/adapters/limits/recording-limits.js';
import type { RateLimits } from '../../src/core/ports.js';
import { createRun } from '../../src/core/transaction/run.js';
import { sendOnConnection } from '../../src/database/sql/send.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createEvent } from '../support/factories.js';
import { limitsBy, limitsOn } from './limits-on.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => database.pool.query('delete from rate_limits'));
afterEach(cleanUp);
afterAll(() => database.drop());

function poolTo(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', () => undefined);
  atTheEnd(() => pool.end());
  return pool;
}

const rows = async (): Promise<unknown[]> =>
  (await database.pool.query('select points from rate_limits order by points')).rows;
const passed = (outcomes: readonly PromiseSettledResult<unknown>[]): number =>
  outcomes.filter(({ status }) => status === 'fulfilled').length;

describe('a rate limit', () => {
  it('counts down, then rejects with the remaining time', async () => {
    const limits = limitsOn(database.pool, { contact_address: { points: 2, seconds: 600 } });
    const state = { name: 'contact_address', limit: 2, windowSeconds: 600, resetSeconds: 600 };
    expect(await limits.consume('contact_address', '192.0.2.1')).toEqual({ ...state, remaining: 1 });
    expect(await limits.consume('contact_address', '192.0.2.1')).toMatchObject({ remaining: 0 });
    const refusal: unknown = await limits.consume('contact_address', '192.0.2.1').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    const { code, problems, details } = refusal as DomainError;
    expect({ code, problems }).toEqual({ code: 'RATE_LIMITED', problems: [{ reason: 'RATE_LIMITED' }] });
    expect([599, 600]).toContain(details.retryAfter);
    expect(await limits.consume('contact_address', '192.0.2.2')).toMatchObject({ remaining: 1 });
  });

  it('restarts when its window has ended', async () => {
    const limits = limitsOn(database.pool, { contact_address: { points: 1, seconds: 1 } });
    await limits.consume('contact_address', '192.0.2.1');
    await expect(limits.consume('contact_address', '192.0.2.1')).rejects.toMatchObject({ details: { retryAfter: 1 } });
    await sleep(1_050);
    expect(await limits.consume('contact_address', '192.0.2.1')).toMatchObject({ remaining: 0, resetSeconds: 1 });
  });

  it.each([true, false])(
    'allows exactly its number of requests, over two pools (named statements: %s)',
    async (prepared) => {
      const allowance = { login_account: { points: 20, seconds: 600 } };
      const both = [database.pool, poolTo({ ...pgConfig(database.address), max: 5 })].map((pool) =>
        limitsOn(pool, allowance, prepared),
      );
      const outcomes = await Promise.allSettled(
        Array.from({ length: 200 }, (_, index) => both[index % 2]!.consume('login_account', 'ada')),
      );
      expect(passed(outcomes)).toBe(20);
      expect(await rows()).toEqual([{ points: 200 }]);
    },
  );

  it('stores neither an address nor a name', async () => {
    const limits = limitsOn(database.pool, {
      login_address: { points: 5, seconds: 60 },
      login_account: { points: 5, seconds: 60 },
    });
    await limits.consume('login_address', '192.0.2.1');
    await limits.consume('login_account', 'Ada');
    await limits.consume('login_account', 'ada');
    const { rows } = await database.pool.query('select key, points from rate_limits order by key');
    expect(rows).toEqual([
      { key: expect.stringMatching(/^login_account:[0-9a-f]{32}$/), points: 2 },
      { key: expect.stringMatching(/^login_address:[0-9a-f]{32}$/), points: 1 },
    ]);
  });

  it('that is disabled counts nothing and rejects nothing', async () => {
    const limits = limitsOn(database.pool, {});
    expect(await limits.consume('login_address', 'x')).toBeNull();
    expect(await limits.isExhausted('login_address', 'x')).toBe(false);
    expect(await limits.count('login_address', 'x')).toBeNull();
    expect(await limits.take('login_address', 'x')).toBe(true);
    expect(await limits.check([['login_address', 'x']])).toEqual([]);
    await limits.refund('login_address', 'x');
    expect(await rows()).toEqual([]);
  });
});

describe('a limit of failures only', () => {
  it('never allows more failures than its number, and refunds successes', async () => {
    const limits = limitsOn(database.pool, { login_account: { points: 3, seconds: 600 } });
    const logIn = async (succeeds: boolean) => {
      await limits.consume('login_account', 'ada');
      if (succeeds) await limits.refund('login_account', 'ada');
    };
    for (let time = 0; time < 10; time += 1) await logIn(true);
    expect(await limits.isExhausted('login_account', 'ada')).toBe(false);
    expect(passed(await Promise.allSettled(Array.from({ length: 50 }, () => logIn(false))))).toBe(3);
    await expect(logIn(true)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('refunds nothing to a window that has not begun, or is over', async () => {
    const limits = limitsOn(database.pool, { login_account: { points: 3, seconds: 1 } });
    await limits.refund('login_account', 'ada');
    expect(await rows()).toEqual([]);
    await limits.consume('login_account', 'ada');
    await limits.refund('login_account', 'ada');
    await limits.refund('login_account', 'ada');
    expect(await rows()).toEqual([{ points: 0 }]);
    await limits.consume('login_account', 'ada');
    await sleep(1_050);
    await limits.refund('login_account', 'ada');
    expect(await rows()).toEqual([{ points: 1 }]);
  });

  it('can be read, and counted beyond its end', async () => {
    const limits = limitsOn(database.pool, { reminder_account: { points: 1, seconds: 600 } });
    const state = { name: 'reminder_account', limit: 1, windowSeconds: 600, resetSeconds: 600 };
    expect(await limits.isExhausted('reminder_account', 'ada')).toBe(false);
    expect(await limits.count('reminder_account', 'ada')).toEqual({ ...state, remaining: 0 });
    expect(await limits.isExhausted('reminder_account', 'ada')).toBe(true);
    expect(await limits.count('reminder_account', 'ada')).toMatchObject({ remaining: 0 });
    expect(await rows()).toEqual([{ points: 2 }]);
  });
});

describe('the limits of an attempt', () => {
  const allowances = { login_account: { points: 2, seconds: 600 }, login_address: { points: 3, seconds: 600 } };
  const both = [
    ['login_account', 'ada'],
    ['login_address', '192.0.2.1'],
  ] as const;

  it('are checked in one statement, without counting, until one of them is exhausted', async () => {
    const limits = limitsOn(database.pool, allowances);
    await limits.consume(...both[0]);
    for (let time = 0; time < 5; time += 1)
      expect(await limits.check(both)).toMatchObject([
        { name: 'login_account', limit: 2, remaining: 1 },
        { name: 'login_address', limit: 3, remaining: 3, resetSeconds: 600 },
      ]);
    await limits.consume(...both[0]);
    await expect(limits.check(both)).rejects.toMatchObject({
      ...{ code: 'RATE_LIMITED', problems: [{ reason: 'LOGIN_LOCKED' }] },
      state: { name: 'login_account', remaining: 0 },
    });
    expect(await rows()).toEqual([{ points: 2 }]);
  });
});

describe('a venue', () => {
  const settings = { registration_address: { points: 2, seconds: 600 }, contact_address: { points: 2, seconds: 600 } };
  const venues = { networks: [{ address: '192.0.2.0', family: 'ipv4' as const, prefix: 24 }], factor: 3 };
  const taken = async (limits: RateLimits, name: 'registration_address' | 'contact_address', key: string) => {
    let times = 0;
    while (times < 20 && (await limits.take(name, key))) times += 1;
    return times;
  };

  it('raises the limits of its addresses, and of no others', async () => {
    const limits = limitsOn(database.pool, settings, true, { ...venues, onEventDays: true });
    expect(await taken(limits, 'registration_address', '192.0.2.7')).toBe(6);
    expect(await taken(limits, 'registration_address', '198.51.100.1')).toBe(2);
    expect(await taken(limits, 'contact_address', '192.0.2.7')).toBe(2);
  });

  interface Case {
    readonly ends: string;
    readonly hours?: number;
    readonly onEventDays: boolean;
    readonly status: string;
    readonly is_private?: boolean;
    readonly cancelled_at?: Date;
  }

  it.each<[string, Case, number]>([
    [
      'on the day of an approved event',
      { ends: "now() + interval '1 hour'", status: 'APPROVED', onEventDays: true },
      6,
    ],
    [
      'on the day of a private event',
      { ends: "now() + interval '1 hour'", status: 'APPROVED', is_private: true, onEventDays: true },
      2,
    ],
    [
      'on the day of a cancelled event',
      { ends: "now() + interval '1 hour'", status: 'APPROVED', cancelled_at: new Date(), onEventDays: true },
      2,
    ],
    [
      'during an event of 14 days',
      { ends: "now() + interval '1 hour'", status: 'APPROVED', hours: 14 * 24, onEventDays: true },
      2,
    ],
    ['if the operator declines', { ends: "now() + interval '1 hour'", status: 'APPROVED', onEventDays: false }, 2],
    ['for an event that awaits approval', { ends: 'now()', status: 'PENDING', onEventDays: true }, 2],
    ['two days after it', { ends: "now() - interval '2 days'", status: 'APPROVED', onEventDays: true }, 2],
  ])('is every address %s', async (_, { ends, hours = 1, onEventDays, ...columns }, expected) => {
    const id = await createEvent(database.pool, columns);
    await database.pool.query(
      `update events set starts_at = ${ends} - interval '${hours} hours', ends_at = ${ends} where id = ${id}`,
    );
    const limits = limitsOn(database.pool, settings, true, { networks: [], factor: 3, onEventDays });
    expect(await taken(limits, 'registration_address', '198.51.100.1')).toBe(expected);
    await database.pool.query('delete from events');
  });
});

describe('the limit of unknown tokens', () => {
  it('executes no statement', async () => {
    const nowhere = poolTo({ host: '127.0.0.1', port: 1 });
    const limits = limitsOn(nowhere, { unknown_token_address: { points: 2, seconds: 60 } });
    const key = '2001:db8::1';
    expect(await limits.isExhausted('unknown_token_address', key)).toBe(false);
    await limits.count('unknown_token_address', key);
    expect(await limits.consume('unknown_token_address', '2001:db8::2')).toMatchObject({ remaining: 0 });
    expect(await limits.isExhausted('unknown_token_address', key)).toBe(true);
    await expect(limits.consume('unknown_token_address', key)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfter: 60 },
    });
  });
});

describe('the limit of writes', () => {
  const counted = (points: number, seconds = 600) => ({ writes_user: { points, seconds } });
  const consume = (limits: RateLimits) => limits.consume('writes_user', '7');

  it('counts down in the database, then rejects with the remaining time', async () => {
    const [one, other] = [limitsOn(database.pool, counted(2)), limitsOn(database.pool, counted(2))];
    const state = { name: 'writes_user', limit: 2, windowSeconds: 600, resetSeconds: 600 };
    expect(await consume(one)).toEqual({ ...state, remaining: 1 });
    expect(await consume(other)).toMatchObject({ remaining: 0 });
    await expect(consume(one)).rejects.toMatchObject({ code: 'RATE_LIMITED', state: { remaining: 0 } });
    expect(await other.consume('writes_user', '8')).toMatchObject({ remaining: 1 });
  });

  it.each([true, false])(
    'allows exactly its number of concurrent writes, over two pools (named statements: %s)',
    async (prepared) => {
      const both = [database.pool, poolTo({ ...pgConfig(database.address), max: 5 })].map((pool) =>
        limitsOn(pool, counted(20), prepared),
      );
      const outcomes = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => consume(both[index % 2]!)));
      expect(passed(outcomes)).toBe(20);
      expect(await rows()).toEqual([{ points: 100 }]);
    },
  );

  it('restarts when its window has ended, by the clock of the database', async () => {
    const limits = limitsOn(database.pool, counted(1, 1));
    expect(await consume(limits)).toMatchObject({ remaining: 0, resetSeconds: 1 });
    // The clock of another machine may differ by hours.
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 7_200_000);
    await expect(consume(limits)).rejects.toMatchObject({ details: { retryAfter: 1 } });
    now.mockRestore();
    await sleep(1_050);
    expect(await consume(limits)).toMatchObject({ remaining: 0, resetSeconds: 1 });
  });

  it('does not wait for the disk, and leaves other transactions of the connection durable', async () => {
    const client = await database.pool.connect();
    const run = createRun(sendOnConnection(client), { prepared: true });
    const settings: unknown[] = [];
    await client.query('set synchronous_commit = on');
    const read = async () => settings.push((await client.query('show synchronous_commit')).rows[0]);
    await client.query('begin');
    await consume(limitsBy(run, counted(2)));
    await read();
    await client.query('commit');
    await consume(limitsBy(run, counted(2)));
    await read();
    client.release(true);
    expect(settings).toEqual([{ synchronous_commit: 'off' }, { synchronous_commit: 'on' }]);
  });
});

describe('without its database', () => {
  it('every limit reports that the service is unavailable', async () => {
    const limits = limitsOn(poolTo({ host: '127.0.0.1', port: 1 }), {
      ...{ login_account: { points: 2, seconds: 60 }, writes_user: { points: 2, seconds: 60 } },
    });
    const unavailable = { code: 'UNAVAILABLE', problems: [{ reason: 'DATABASE_UNREACHABLE' }] };
    for (const ask of [limits.consume, limits.isExhausted, limits.count, limits.refund])
      await expect(ask('login_account', 'ada')).rejects.toMatchObject(unavailable);
    await expect(limits.consume('writes_user', '7')).rejects.toMatchObject(unavailable);
  });
});

describe('expired counters', () => {
  it('are deleted an hour later, once for all limits', async () => {
    const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
    await database.pool.query('insert into rate_limits values ($1, 1, $2), ($3, 2, $4), ($5, 3, $6)', [
      ...['login_address:old', minutesAgo(61)],
      ...['contact_address:old', minutesAgo(61)],
      ...['login_address:recent', minutesAgo(50)],
    ]);
    jest.useFakeTimers();
    const allowance = { points: 1, seconds: 60 };
    const statements: string[] = [];
    const run = createRun(database.pool, { prepared: true });
    const told: typeof run = (statement, args) => {
      statements.push(statement.name);
      return run(statement, args);
    };
    limitsBy(told, { login_address: allowance, contact_address: allowance });
    jest.advanceTimersByTime(300_000);
    jest.useRealTimers();
    while ((await rows()).length > 1) await sleep(10);
    expect([statements, await rows()]).toEqual([['rate_limits:rlflx-clear-expired'], [{ points: 3 }]]);
  });

  it('do not keep the process alive', () => {
    const waitingTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = waitingTimers();
    limitsOn(database.pool, { login_address: { points: 1, seconds: 60 } });
    const after = waitingTimers();
    const timer = setTimeout(() => undefined, 1_000);
    expect([after, waitingTimers()]).toEqual([before, before + 1]);
    clearTimeout(timer);
  });
});

describe('the RateLimit headers', () => {
  it('are structured fields, one item per limit', () => {
    const state = { name: 'login_address', limit: 100, windowSeconds: 900, remaining: 99, resetSeconds: 850 } as const;
    expect(rateLimitHeaders([state, null, { ...state, name: 'login_account', limit: 20, remaining: 0 }])).toEqual({
      'RateLimit-Policy': '"login_address";q=100;w=900, "login_account";q=20;w=900',
      RateLimit: '"login_address";r=99;t=850, "login_account";r=0;t=850',
    });
    expect([rateLimitHeaders([]), rateLimitHeaders([null])]).toEqual([{}, {}]);
  });
});
