import { randomInt } from 'node:crypto';
import { afterEach, expect, it } from '@jest/globals';
import { createHand, createWorld } from '../process/random-world.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase } from '../support/database.js';
import { startProcess } from '../support/process.js';
import { compareAtRandom, UNLIMITED } from './compare-at-random.js';

/** `TEST_STEPS=10000` performs more. */
const STEPS = Number(process.env['TEST_STEPS'] ?? 3_000);
const SECRET_KEY = 'the same secret key in every process';

afterEach(cleanUp);

it(`returns no stale response in ${STEPS} random writes and reads by two processes and direct SQL`, async () => {
  const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
  const database = await freshDatabase();
  atTheEnd(() => database.drop());
  const common = { DATABASE_URL: urlOf(database.address), LOG_LEVEL: 'error', ...UNLIMITED, SECRET_KEY };
  const start = async (megabytes: string) =>
    startProcess({ ...common, DATA_DIR: await dataFolder(), ANSWER_CACHE_MEGABYTES: megabytes });
  const [one, other, reference] = await Promise.all([start('32'), start('32'), start('0')]);
  const hand = await createHand(database.pool, await createWorld(database.pool), 0, seed);
  const compared = await compareAtRandom({ one, other, reference }, database.pool, hand, STEPS);
  expect({ seed, ...compared }).toMatchObject({ seed, stale: [], failures: [] });
  // Enough for a meaningful result. On a busy machine, compression in the other thread ends later, often after a write.
  expect(compared.found).toBeGreaterThan(STEPS / 3);
  expect(compared.packed).toBeGreaterThan(STEPS / 300);
});
