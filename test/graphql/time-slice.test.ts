import { describe, expect, it } from '@jest/globals';
import { nextIteration, nextSlice } from '../../src/database/time-slice.js';

function occupy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** The order of events: `step` for each step of work, `turn` for each turn of the event loop. */
async function happenings(steps: readonly (() => Promise<void>)[], work: () => void): Promise<string[]> {
  const all: string[] = [];
  let isOver = false;
  const turn = (): void => {
    if (all.at(-1) !== 'turn') all.push('turn');
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const step = async (start: () => Promise<void>): Promise<void> => {
    await start();
    all.push('step');
    work();
  };
  await Promise.all(steps.map(step));
  isOver = true;
  return all.slice(all.indexOf('step'));
}

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

describe('paced work', () => {
  it('shares slices of the event loop', async () => {
    expect(await happenings(times(4, nextSlice), () => undefined)).toEqual(['step', 'step', 'step', 'step']);
    const slow = await happenings(times(3, nextSlice), () => occupy(6));
    expect(slow).toEqual(['step', 'turn', 'step', 'turn', 'step']);
  });

  it('that is indivisible has its own turn', async () => {
    const steps = await happenings(times(3, nextIteration), () => undefined);
    expect(steps).toEqual(['step', 'turn', 'step', 'turn', 'step']);
    expect(await happenings([nextSlice, nextIteration, nextSlice], () => undefined)).toEqual([
      'step',
      'step',
      'turn',
      'step',
    ]);
  });

  it('leaves half of the time to other tasks', async () => {
    const began: number[] = [];
    await Promise.all(
      times(4, nextSlice).map(async (start) => {
        await start();
        began.push(performance.now());
        occupy(20);
      }),
    );
    const gaps = began.slice(1).map((at, place) => at - began[place]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(39);
  });
});
