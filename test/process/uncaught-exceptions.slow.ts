import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { workersOf } from '../support/child-processes.js';
import { cleanUp } from '../support/clean-up.js';
import { isAlive, postmasterOf } from '../support/data-folder.js';
import { preparedFolder } from '../support/prepared-folder.js';
import { eventually, spawnService, statusOf, untilBanner, type ServiceProcess } from '../support/process.js';
import { newConnection } from './steady-load.js';

afterEach(cleanUp);

/** Code that a process runs before its own. */
const before = (code: string): string[] => ['--import', `data:text/javascript,${encodeURIComponent(code)}`];

/** Makes SIGHUP throw outside of any request, in processes that match the condition. */
const thrower = (condition: string): string[] =>
  before(`import cluster from 'node:cluster';
    if (${condition}) process.on('SIGHUP', () => setImmediate(() => { throw new Error('Injected'); }));`);

const linesOf = ({ output }: ServiceProcess): Record<string, unknown>[] =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const fatalLines = (service: ServiceProcess): unknown[] => linesOf(service).filter(({ level }) => level === 60);

const FATAL = expect.objectContaining({
  msg: 'Uncaught exception: finishing requests in progress, then exiting',
  err: expect.objectContaining({ message: 'Injected', stack: expect.stringContaining('at ') }),
});

/** Clients that open a connection per request, until they are stopped. */
function clients(base: string): { readonly outcomes: Set<string>; stop(): Promise<number> } {
  const outcomes = new Set<string>();
  let [over, longest] = [false, 0];
  const ask = async (): Promise<void> => {
    while (!over) {
      const begin = performance.now();
      outcomes.add(await newConnection(base));
      longest = Math.max(longest, performance.now() - begin);
    }
  };
  const all = Promise.all(Array.from({ length: 8 }, ask));
  return {
    outcomes,
    async stop() {
      over = true;
      await all;
      return longest;
    },
  };
}

describe('after an uncaught exception', () => {
  it('a single process completes the requests in progress, stops PostgreSQL and exits with 1', async () => {
    const folder = await preparedFolder('demo');
    const service = await untilBanner(spawnService({ DATA_DIR: folder, WORKERS: '1' }, ...thrower('true')));
    const login = request(`${service.base}/v2.1/token`, { method: 'POST' });
    login.setHeader('Content-Type', 'application/json').write('{');
    await statusOf(`${service.base}/v2.1`);
    service.child.kill('SIGHUP');
    await eventually(() => fatalLines(service).length > 0);
    login.end('}');
    const [response] = (await once(login, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(400);
    response.resume();
    const { code, errors } = await service.ended;
    expect([code, errors]).toEqual([1, 'Lectern is exiting after an uncaught exception; see the log.\n']);
    expect(fatalLines(service)).toEqual([FATAL]);
    expect(await postmasterOf(folder)).toBeUndefined();
  });

  it('a worker completes the requests in progress and is replaced: no request fails', async () => {
    const environment = { DATA_DIR: await preparedFolder('demo'), WORKERS: '2' };
    const service = await untilBanner(spawnService(environment, ...thrower('cluster.isWorker')));
    const before = workersOf(service.child.pid ?? 0);
    const { outcomes, stop } = clients(service.base);
    const [first = 0, other = 0] = before;
    process.kill(first, 'SIGHUP');
    await eventually(() => {
      const now = workersOf(service.child.pid ?? 0);
      return now.length === 2 && !now.includes(first) && now.includes(other);
    });
    await stop();
    expect([...outcomes]).toEqual(['200']);
    expect(fatalLines(service)).toEqual([FATAL]);
    expect(linesOf(service).filter(({ worker }) => worker === first)).toEqual([
      expect.objectContaining({ reason: 'uncaught exception' }),
    ]);
  });
});

describe('while all workers are dead', () => {
  it('connections wait for the next one, and are never refused', async () => {
    const service = await untilBanner(spawnService({ DATA_DIR: await preparedFolder('demo'), WORKERS: '2' }));
    const { outcomes, stop } = clients(service.base);
    for (let round = 0; round < 2; round++) {
      const before = workersOf(service.child.pid ?? 0);
      for (const pid of before) process.kill(pid, 'SIGKILL');
      await eventually(() => !before.some(isAlive));
      await eventually(async () => (await newConnection(service.base)) === '200');
    }
    const longest = await stop();
    // Connections to killed workers break; on a busy machine the next worker may start later than the wait ends.
    expect([...outcomes].filter((outcome) => outcome !== 'ECONNRESET' && outcome !== '503')).toEqual(['200']);
    expect(longest).toBeLessThan(8_000);
  });

  it('connections get 503 with Retry-After after waiting for three seconds', async () => {
    const folder = await preparedFolder('demo');
    const broken = join(folder, 'broken');
    const service = await untilBanner(spawnService({ DATA_DIR: folder, WORKERS: '2' }, ...before(holdWorkers(broken))));
    await writeFile(broken, '');
    for (const pid of workersOf(service.child.pid ?? 0)) process.kill(pid, 'SIGKILL');
    await eventually(async () => (await statusOf(`${service.adminBase}/ready`)) === 503);
    const begin = performance.now();
    const response = await fetch(`${service.base}/v2.1/events`, { method: 'POST', body: 'x'.repeat(100_000) });
    expect([response.status, response.headers.get('Retry-After'), await response.json()]).toEqual([
      ...[503, '1'],
      ['The service is starting'],
    ]);
    expect(performance.now() - begin).toBeGreaterThan(2_900);
    await rm(broken);
  });
});

/** Makes workers wait while the file exists. */
const holdWorkers = (file: string): string =>
  `import cluster from 'node:cluster'; import { existsSync } from 'node:fs'; import { setTimeout } from 'node:timers/promises';
   while (cluster.isWorker && existsSync('${file}')) await setTimeout(50);`;
