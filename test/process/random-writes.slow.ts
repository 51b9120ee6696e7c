import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { recountCounters } from '../../src/core/common/counters.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { killPostgres, poolOn } from '../support/data-folder.js';
import { preparedFolder } from '../support/prepared-folder.js';
import { eventually, startProcess, statusOf, stopProcess } from '../support/process.js';
import { halfDone, imageNames, lost } from './half-done.js';
import { verbNames } from './random-verbs.js';
import { createHand, createWorld } from './random-world.js';
import { ONLY_REST, UNLIMITED, writeAtRandom, type Progress } from './random-writer.js';

/** `TEST_STEPS=10000` performs more. */
const WRITES = Number(process.env['TEST_STEPS'] ?? 4_000);
const CONNECTIONS = 8;

afterEach(cleanUp);

it(`${WRITES} random writes through REST and GraphQL, while the service and PostgreSQL are killed, are neither lost nor partial`, async () => {
  const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
  const DATA_DIR = await preparedFolder('empty');
  const environment = { DATA_DIR, DEMO_DATA: 'false', LOG_LEVEL: 'error', ...UNLIMITED };
  const killed = await startProcess(environment);
  const pool = await poolOn(DATA_DIR);
  const world = await createWorld(pool);
  const hands = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, number) => createHand(pool, world, number, seed)),
  );
  const progress: Progress = {
    ...{ base: killed.base, trouble: false, answered: 0, wanted: WRITES, failures: [] },
    succeeded: { rest: {}, graph: {} },
  };
  atTheEnd(() => (progress.wanted = 0));
  const writers = Promise.all(hands.map((hand) => writeAtRandom(hand, progress)));
  // A rejection while another promise is awaited below is reported at the end.
  writers.catch(() => undefined);

  await reached(progress, WRITES * 0.35);
  progress.trouble = true;
  await stopProcess(killed, 'SIGKILL');
  const service = await startProcess(environment);
  Object.assign(progress, { base: service.base, trouble: false });

  await reached(progress, WRITES * 0.7);
  progress.trouble = true;
  await killPostgres(DATA_DIR);
  await eventually(async () => (await statusOf(`${service.adminBase}/ready`)) === 200);
  progress.trouble = false;
  await writers;

  const { rest, graph } = progress.succeeded;
  const never = verbNames.filter((name) => !rest[name] && !graph[name]);
  const neverByGraph = verbNames.filter((name) => !graph[name]);
  const found = await lost(pool, world);
  const client = await pool.connect();
  const drifts = await recountCounters(client, () => undefined).finally(() => client.release());
  const files = await readdir(join(DATA_DIR, 'images'));
  const named = await imageNames(pool);
  expect({
    ...{ seed, failures: progress.failures, lost: found.lost, halfDone: await halfDone(pool), drifts },
    imagesWithoutFile: named.filter((name) => !files.includes(name)),
    never,
    neverByGraph,
  }).toEqual({
    seed,
    failures: [],
    lost: [],
    halfDone: {},
    drifts: [],
    imagesWithoutFile: [],
    never: [],
    neverByGraph: ONLY_REST,
  });
  // Enough for a meaningful result.
  expect(found.looked).toBeGreaterThan(WRITES / 5);
  expect(named.length).toBeGreaterThan(0);
  expect(await stopProcess(service)).toMatchObject({ code: 0, errors: '' });
});

/** Without a time limit: a busy machine is not an error, and the timeout of the test applies. */
async function reached(progress: Progress, count: number): Promise<void> {
  while (progress.answered < count && progress.failures.length === 0) await pause(20);
}
