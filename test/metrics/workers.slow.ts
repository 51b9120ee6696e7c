import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask } from '../rest/ask.js';
import { workersOf } from '../support/child-processes.js';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { eventually, startProcess, type ServiceProcess } from '../support/process.js';
import { scrape, sumOf } from './read-metrics.js';

const REQUESTS = 20;

let database: TestDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  database = await freshDatabase();
  service = await startProcess({
    ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), WORKERS: '2' },
  });
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

const pids = (): number[] => workersOf(service.child.pid ?? 0);

/** Scrapes until both workers respond: the gauges of a worker that is too busy are missing in that scrape. */
async function counted(): Promise<{ processes: number; languages: number }> {
  let counts = { processes: 0, languages: 0 };
  await eventually(async () => {
    const numbers = await scrape(service.adminBase);
    counts = {
      processes: sumOf(numbers, 'lectern_processes'),
      languages: sumOf(numbers, 'http_server_request_duration_seconds_count', '"/v2.1/languages"'),
    };
    return counts.processes === 2;
  });
  return counts;
}

describe('Several workers', () => {
  it('are reported as one service', async () => {
    const headers = { Connection: 'close' };
    for (let time = 0; time < REQUESTS; time += 1) await ask(service, '/v2.1/languages', { headers });
    expect(await counted()).toEqual({ processes: 2, languages: REQUESTS });
  });

  it('whose counters do not decrease when one of them exits', async () => {
    const [first = 0, ...others] = pids();
    process.kill(first, 'SIGKILL');
    await eventually(() => pids().length === 2 && !pids().includes(first));
    expect(others).toHaveLength(1);
    expect(await counted()).toEqual({ processes: 2, languages: REQUESTS });
  });
});
