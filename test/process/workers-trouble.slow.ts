import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { workersOf } from '../support/child-processes.js';
import { cleanUp } from '../support/clean-up.js';
import { dataFolder, isAlive, postmasterOf } from '../support/data-folder.js';
import { preparedFolder } from '../support/prepared-folder.js';
import { eventually, runCommand, spawnService, statusOf, stopProcess, untilBanner } from '../support/process.js';

afterEach(cleanUp);

/** Code that a process runs before its own. */
const before = (code: string): string[] => ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
const inWorkers = (code: string): string[] =>
  before(`import cluster from 'node:cluster'; import { existsSync } from 'node:fs'; if (cluster.isWorker) { ${code} }`);

describe('a service with workers', () => {
  it('owns the embedded database, which commands can use too, and stops it at the end', async () => {
    const folder = await dataFolder();
    const broken = join(folder, 'broken');
    const service = await untilBanner(
      spawnService({ DATA_DIR: folder, WORKERS: '2' }, ...inWorkers(`if (existsSync('${broken}')) process.exit(7)`)),
    );
    const primary = service.child.pid ?? 0;
    expect(service.output()).toContain(`  Workers        2   (kill -USR2 ${primary} replaces them one by one)\n`);
    // One of them has created the demo accounts; the banner shows them.
    expect(service.output()).toContain('    admin / lectern-demo\n');
    expect(await statusOf(`${service.base}/v2.1/events`)).toEqual(200);
    expect(await runCommand(['doctor'], { DATA_DIR: folder })).toMatchObject({ code: 0 });

    // A new worker that fails to start does not replace the old ones.
    const workers = workersOf(primary);
    await writeFile(broken, '');
    service.child.kill('SIGUSR2');
    await eventually(() => service.output().includes('New worker failed to start; keeping the old workers'));
    expect(service.output()).toContain('"reason":"exit code 7"');
    expect(workersOf(primary)).toEqual(workers);
    expect([await statusOf(`${service.base}/v2.1/events`), await statusOf(`${service.adminBase}/ready`)]).toEqual([
      200, 200,
    ]);

    // No worker responds while all are dead, and one that can start again does.
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    await eventually(async () => (await statusOf(`${service.adminBase}/ready`)) === 503);
    await rm(broken);
    await eventually(async () => (await statusOf(`${service.base}/v2.1/events`)) === 200);

    const last = workersOf(primary);
    service.child.kill('SIGKILL');
    await eventually(() => !last.some(isAlive));
    expect(await postmasterOf(folder)).not.toBeUndefined();
    // The lock of the killed one is taken over.
    const next = await untilBanner(spawnService({ DATA_DIR: folder, WORKERS: '2' }));
    expect(await stopProcess(next, 'SIGINT')).toMatchObject({ code: 0, errors: '' });
    expect(await postmasterOf(folder)).toBeUndefined();
  });

  it('exits with one sentence if no worker ever starts', async () => {
    const folder = await preparedFolder('demo');
    expect(await spawnService({ DATA_DIR: folder, WORKERS: '2' }, ...inWorkers('process.exit(7)')).ended).toMatchObject(
      {
        code: 1,
        errors:
          'Lectern is exiting: 5 consecutive workers exited before they were ready, the last one with exit code 7. ' +
          'See its output above.\n',
      },
    );
    expect(await postmasterOf(folder)).toBeUndefined();
  });

  it('reports a configuration error of a worker in one sentence', async () => {
    const folder = await dataFolder();
    const DEPRECATED_ROUTES = 'GET /v2.1/nothing 2027-01-01';
    const { code, errors } = await spawnService({ DATA_DIR: folder, WORKERS: '2', DEPRECATED_ROUTES }).ended;
    expect(code).toEqual(1);
    expect(errors).toMatch(/^Lectern cannot start with this configuration: DEPRECATED_ROUTES: [^\n]+\.\n$/);
    expect(await postmasterOf(folder)).toBeUndefined();
  });
});
