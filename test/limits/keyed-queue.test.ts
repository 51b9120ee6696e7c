import { describe, expect, it } from '@jest/globals';
import { createKeyedQueues } from '../../src/core/common/keyed-queue.js';

describe('a queue per key', () => {
  /** Work that completes when it is released. */
  function held() {
    const releases: (() => void)[] = [];
    const work = () => new Promise<number>((resolve) => releases.push(() => resolve(releases.length)));
    return { releases, work };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('limits the concurrency per key', async () => {
    const queueOf = createKeyedQueues(2, 10);
    const { releases, work } = held();
    const all = ['a', 'a', 'a', 'b'].map((key) => queueOf(key)(work));
    await turn();
    expect(releases).toHaveLength(3);
    releases[0]?.();
    await turn();
    expect(releases).toHaveLength(4);
    for (const release of releases) release();
    await Promise.all(all);
  });

  it('rejects work beyond its length, and accepts more again afterwards', async () => {
    const queueOf = createKeyedQueues(1, 2);
    const { releases, work } = held();
    const first = queueOf('a')(work);
    const second = queueOf('a')(() => Promise.reject(new Error('failed')));
    await expect(queueOf('a')(work)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await turn();
    for (const release of releases) release();
    await first;
    await expect(second).rejects.toThrow('failed');
    expect(await queueOf('a')(() => Promise.resolve(1))).toBe(1);
  });
});
