import { beforeEach, describe, expect, it } from '@jest/globals';
import { createPurgeQueue, type PurgeQueue } from '../../src/http/cdn/purge-queue.js';

let queue: PurgeQueue;
let now = 0;
let isDown = false;
let [requests, outcomes, messages]: [string[][], string[], string[]] = [[], [], []];

beforeEach(() => {
  [now, isDown, requests, outcomes, messages] = [0, false, [], [], []];
  queue = createPurgeQueue({
    request: (keys) => {
      if (isDown) return Promise.reject(new Error('status 500'));
      requests.push([...keys]);
      return Promise.resolve();
    },
    now: () => now,
    onOutcome: (outcome) => outcomes.push(outcome),
    onFailure: (reason) => messages.push(reason),
    onRecovery: () => messages.push('recovered'),
  });
});

async function flushAt(ms: number): Promise<string[][]> {
  now = ms;
  await queue.flush();
  return requests.splice(0);
}

describe('the purge queue', () => {
  it('purges the keys at once, and again after 1 s and 10 s', async () => {
    queue.add(['a', 'b'], 0);
    expect(await flushAt(0)).toEqual([['a', 'b']]);
    expect(await flushAt(999)).toEqual([]);
    expect(await flushAt(1_000)).toEqual([['a', 'b']]);
    expect(await flushAt(9_999)).toEqual([]);
    expect(await flushAt(10_000)).toEqual([['a', 'b']]);
    expect(await flushAt(100_000)).toEqual([]);
  });

  it('counts the repetitions from the successful purge, and sends them together with new keys', async () => {
    isDown = true;
    queue.add(['a'], 0);
    await flushAt(0);
    isDown = false;
    expect(await flushAt(5_000)).toEqual([['a']]);
    queue.add(['b'], 6_000);
    expect(await flushAt(6_000)).toEqual([['b', 'a']]);
    expect(await flushAt(7_000)).toEqual([['b']]);
    expect(await flushAt(15_000)).toEqual([['a']]);
    expect(await flushAt(16_000)).toEqual([['b']]);
  });

  it('keeps the keys of failed requests, pauses twice as long after each, and reports only the first failure', async () => {
    isDown = true;
    queue.add(['a'], 0);
    for (const ms of [0, 99, 100, 299, 300]) await flushAt(ms);
    expect(outcomes).toEqual(['failed', 'failed', 'failed']);
    queue.add(['b'], 300);
    isDown = false;
    expect(await flushAt(699)).toEqual([]);
    expect(await flushAt(700)).toEqual([['a', 'b']]);
    expect([outcomes.at(-1), messages]).toEqual(['keys', ['status 500', 'recovered']]);
  });

  it('purges the keys of a failed repetition again, with new repetitions', async () => {
    queue.add(['a'], 0);
    await flushAt(0);
    isDown = true;
    await flushAt(1_000);
    isDown = false;
    expect(await flushAt(2_000)).toEqual([['a']]);
    expect(await flushAt(3_000)).toEqual([['a']]);
  });

  it('purges everything instead of more than 1 000 keys, in batches of 100 up to there', async () => {
    const keys = (length: number) => Array.from({ length }, (_, index) => `key-${index}`);
    queue.add(keys(1_000), 0);
    expect((await flushAt(0)).map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 100));
    queue.add(keys(1_001), 0);
    expect(await flushAt(0)).toEqual([['lectern']]);
    queue.add(['a', 'lectern'], 0);
    queue.add(['b'], 0);
    expect(await flushAt(0)).toEqual([['lectern']]);
    expect(outcomes).toEqual(['keys', 'everything', 'everything']);
  });

  it('repeats the purge of everything instead of more than 100 000 keys', async () => {
    for (let batch = 0; batch < 100; batch += 1) {
      queue.add(
        Array.from({ length: 1_000 }, (_, index) => `key-${batch}-${index}`),
        batch,
      );
      await flushAt(batch);
    }
    expect(await flushAt(1_100)).toEqual([['lectern']]);
    expect(await flushAt(10_100)).toEqual([['lectern']]);
    expect(await flushAt(100_000)).toEqual([]);
  });

  it('measures how long the CDN may have been stale', async () => {
    expect(queue.lagMs()).toBe(0);
    isDown = true;
    queue.add(['a'], 100);
    queue.add(['b'], 200);
    await flushAt(400);
    expect(queue.lagMs()).toBe(300);
    isDown = false;
    await flushAt(600);
    expect(queue.lagMs()).toBe(0);
  });
});
