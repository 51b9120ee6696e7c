import { describe, expect, it } from '@jest/globals';
import { createFairQueue, type FairQueue } from '../../src/core/common/fair-queue.js';

const PLACES = 4;

/** Tasks that record when they start and end when they are released. */
function createTasks(queueOf: FairQueue) {
  const started: string[] = [];
  const releases: ((failure?: Error) => void)[] = [];
  return {
    started,
    /** @param name its address and its caller */
    add(name: string): Promise<void> {
      const [address = '', caller = ''] = name.split(' ');
      return queueOf(
        address,
        caller,
      )(() => {
        started.push(name);
        return new Promise((resolve, reject) => releases.push((failure) => (failure ? reject(failure) : resolve())));
      });
    },
    /** Ends the task that has run longest, after some time. */
    async end(failure?: Error): Promise<void> {
      await pause();
      releases.shift()?.(failure);
      await new Promise(setImmediate);
    },
  };
}

/** Longer than anything else here. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 3));

describe('A fair queue', () => {
  it('runs a few tasks at a time, of one address two fewer', () => {
    const { add, started } = createTasks(createFairQueue(PLACES));
    for (const name of ['a 1', 'a 1', 'a 2', 'b 1', 'c 1', 'd 1']) void add(name);
    expect(started).toEqual(['a 1', 'a 1', 'b 1', 'c 1']);
  });

  it('gives the next place to the address that has used the least time', async () => {
    const { add, started, end } = createTasks(createFairQueue(PLACES));
    for (const name of [...Array<string>(8).fill('a 1'), 'b 1', 'b 1', 'b 1']) void add(name);
    await end();
    await end();
    void add('c 1');
    await end();
    expect(started).toEqual(['a 1', 'a 1', 'b 1', 'b 1', 'a 1', 'a 1', 'c 1']);
    await end();
    expect(started.slice(7)).toEqual(['b 1']);
  });

  it('gives the places of an address to the caller behind it that has used the least time', async () => {
    const { add, started, end } = createTasks(createFairQueue(PLACES));
    for (let time = 0; time < 8; time += 1) void add('a greedy');
    await end();
    await end();
    void add('a modest');
    await end();
    expect(started).toEqual([...Array<string>(4).fill('a greedy'), 'a modest']);
  });

  it('passes the place of a failed task on, and its failure to the caller', async () => {
    const { add, started, end } = createTasks(createFairQueue(1));
    const first = add('a 1');
    void add('b 1');
    const failing = expect(first).rejects.toThrow('failed');
    await end(new Error('failed'));
    await failing;
    expect(started).toEqual(['a 1', 'b 1']);
  });

  it('leaves no place unused and none twice, whatever comes and goes', async () => {
    const queueOf = createFairQueue(PLACES);
    const running = new Map<string, number>();
    let [most, done] = [0, 0];
    const add = async (place: number) => {
      const address = `${place % 7}`;
      await queueOf(
        address,
        `${place % 3}`,
      )(async () => {
        running.set(address, (running.get(address) ?? 0) + 1);
        most = Math.max(
          most,
          [...running.values()].reduce((sum, count) => sum + count, 0),
        );
        expect(running.get(address)).toBeLessThanOrEqual(PLACES - 2);
        for (let turn = 0; turn < place % 5; turn += 1) await new Promise(setImmediate);
        running.set(address, running.get(address)! - 1);
      });
      done += 1;
    };
    await Promise.all(Array.from({ length: 500 }, (_, place) => add(place)));
    expect([most, done]).toEqual([PLACES, 500]);
  });
});
