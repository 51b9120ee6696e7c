import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCompat } from '../../compat/run.js';
import { changes } from './changes.js';
import { startFront, type Front } from './front.js';
import { startWorld, type World } from './world.js';

describe('npm run compat, against a Lectern with one defect', () => {
  let world: World;
  let front: Front;
  beforeAll(async () => {
    world = await startWorld();
    front = await startFront(world.service.base);
  });
  afterAll(async () => {
    await front.stop();
    await world.service.stop();
  });

  async function failing(): Promise<string[]> {
    const settings = { original: false, sample: 1, concurrency: 8, pause: 0, timeout: 30_000 };
    const { results } = await runCompat({ ...settings, base: front.base, token: undefined }, () => undefined);
    return results.filter(({ outcome }) => outcome === 'FAILED').map(({ title }) => title);
  }

  it('reports nothing without a defect', async () => {
    expect(await failing()).toEqual([]);
  });

  it.each(changes)('reports only the defect if %s', async (_, change, titles) => {
    front.change = change;
    expect((await failing()).sort()).toEqual([...titles].sort());
  });
});
