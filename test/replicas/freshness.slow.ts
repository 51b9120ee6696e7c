import { randomInt } from 'node:crypto';
import { afterEach, expect, it } from '@jest/globals';
import { createHand, createWorld } from '../process/random-world.js';
import { compareAtRandom, UNLIMITED } from '../response-cache/compare-at-random.js';
import { cleanUp } from '../support/clean-up.js';
import { dataFolder, killPostgres, signalPostgres } from '../support/data-folder.js';
import { startProcess } from '../support/process.js';
import { startPair } from '../support/streaming-pair.js';
import { replicaReads } from './replica-metrics.js';

/** `TEST_STEPS=10000` performs more. */
const STEPS = Number(process.env['TEST_STEPS'] ?? 3_000);
const SECRET_KEY = 'the same secret key in every process';

afterEach(cleanUp);

it(`returns no stale response in ${STEPS} random writes and reads with a replica that is paused, frozen and killed`, async () => {
  const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
  const { primary, replica } = await startPair();
  const common = { DATABASE_URL: primary.url, LOG_LEVEL: 'error', ...UNLIMITED, SECRET_KEY };
  const start = async (environment: Record<string, string>) =>
    startProcess({ ...common, DATA_DIR: await dataFolder(), ...environment });
  const withReplica = { DATABASE_REPLICA_URL: replica.url, DATABASE_REPLICA_WAIT_MS: '500' };
  const [one, other, reference] = await Promise.all([
    start({ ...withReplica, ANSWER_CACHE_MEGABYTES: '32' }),
    start({ ...withReplica, ANSWER_CACHE_MEGABYTES: '0' }),
    start({ ANSWER_CACHE_MEGABYTES: '0' }),
  ]);
  const hand = await createHand(primary.pool, await createWorld(primary.pool), 0, seed);
  const troubles: (readonly [at: number, trouble: () => Promise<unknown>])[] = [
    [0.5, () => replica.pool.query('select pg_wal_replay_pause()')],
    [0.6, () => replica.pool.query('select pg_wal_replay_resume()')],
    [0.7, () => signalPostgres(replica.folder, 'SIGSTOP')],
    [0.8, () => signalPostgres(replica.folder, 'SIGCONT')],
    [0.9, () => killPostgres(replica.folder)],
  ];
  let untroubled: Record<string, number> | undefined;
  const compared = await compareAtRandom({ one, other, reference }, primary.pool, hand, STEPS, async (step) => {
    const next = troubles[0];
    if (!next || step < next[0] * STEPS) return;
    untroubled ??= await replicaReads(one, other);
    troubles.shift();
    await next[1]();
  });
  expect({ seed, ...compared }).toMatchObject({ seed, stale: [], failures: [] });
  expect(compared.found).toBeGreaterThan(STEPS / 3);
  expect(troubles).toEqual([]);
  const { replica: served = 0, ...primaryServed } = untroubled ?? {};
  const others = Object.values(primaryServed).reduce((sum, count) => sum + count, 0);
  expect(served / (served + others)).toBeGreaterThan(0.95);
});
