import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { followZoneRules } from '../../src/adapters/jobs/follow-zone-rules.js';
import type { DerivationParts } from '../../src/core/time-zones/derive-outdated-times.js';

it('A derivation that takes longer than the interval lets no others wait for its end', async () => {
  const held = Promise.withResolvers<void>();
  let searches = 0;
  const run = async () => {
    searches += 1;
    await held.promise;
    return [];
  };
  const log = { info: () => undefined, warn: () => undefined };
  const parts = { em: null, run, now: () => 0 } as unknown as DerivationParts;
  const following = followZoneRules({ stop: async () => undefined }, parts, log, 20);
  await sleep(600);
  expect(searches).toBe(1);
  held.resolve();
  await sleep(10);
  // Events and talks; once more if an interval ends.
  expect(searches).toBeLessThanOrEqual(6);
  await following.stop();
});
