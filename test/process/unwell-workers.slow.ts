import { afterEach, expect, it } from '@jest/globals';
import { workersOf } from '../support/child-processes.js';
import { cleanUp } from '../support/clean-up.js';
import { preparedFolder } from '../support/prepared-folder.js';
import { eventually, spawnLectern, startProcess, statusOf, untilBanner } from '../support/process.js';
import { newConnection } from './steady-load.js';

afterEach(cleanUp);

/** Enough for a worker, and for PostgreSQL. */
const DESCRIPTORS = 256;
/** An unresponsive one is replaced after fifteen seconds. */
const WITHIN_MS = 10_000;
/** SIGHUP makes a worker exhaust its file descriptors. */
const FILL = `import cluster from 'node:cluster'; import { openSync } from 'node:fs';
  const fill = () => { try { for (;;) openSync('/dev/null', 'r'); } catch (error) { console.log('Full:', error.code); } };
  if (cluster.isWorker) process.on('SIGHUP', fill);`;

it('a worker without a free file descriptor loses no connection, and is replaced', async () => {
  const before = ['--import', `data:text/javascript,${encodeURIComponent(FILL)}`, 'dist/bin/main.js'];
  const service = await untilBanner(
    spawnLectern('sh', ['-c', `ulimit -n ${DESCRIPTORS} && exec "$0" "$@"`, process.execPath, ...before], {
      ...{ DATA_DIR: await preparedFolder('empty'), DEMO_DATA: 'false', PORT: '0', ADMIN_PORT: '0', WORKERS: '2' },
    }),
  );
  const workers = () => workersOf(service.child.pid ?? 0);
  const [full = 0] = workers();
  process.kill(full, 'SIGHUP');
  await eventually(() => service.output().includes('Full: EMFILE'));
  const begin = performance.now();
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => newConnection(service.base)));
  expect(outcomes).toEqual(Array(6).fill('200'));
  expect(performance.now() - begin).toBeLessThan(WITHIN_MS);
  await eventually(() => workers().length === 2 && !workers().includes(full));
  expect(await newConnection(service.base)).toEqual('200');
});

it('a stalled worker loses no connection that it has not accepted, and is replaced', async () => {
  const service = await startProcess({ DATA_DIR: await preparedFolder('empty'), DEMO_DATA: 'false', WORKERS: '2' });
  const workers = () => workersOf(service.child.pid ?? 0);
  const [still = 0] = workers();
  process.kill(still, 'SIGSTOP');
  // One request waits until its worker is killed, because it might still have responded.
  const statuses = await Promise.all(Array.from({ length: 3 }, () => statusOf(`${service.base}/v2.1/languages`)));
  expect(statuses).toEqual([200, 200, 200]);
  await eventually(() => workers().length === 2 && !workers().includes(still));
});
