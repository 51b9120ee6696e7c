import { requireAgreement } from './agreement.js';
import { requireCpuTimes } from './cpu-time.js';
import { fullCrowd, openBenchDatabase, quickCrowd } from './database.js';
import { Driver } from './driver.js';
import { measure, type Way } from './measure.js';
import { readsOf } from './reads.js';
import { linesOf, type BenchResult, type ReadResult } from './result.js';
import { startLectern, startYardstick, type BenchServer } from './servers.js';
import type { Teardown } from '../src/teardown.js';

export interface BenchOptions {
  /** A tenth of the data. */
  readonly quick: boolean;
  readonly rounds: number;
  /** Of each way in each round. */
  readonly requests: number;
}

const CONCURRENCY = 8;
const STORED = 'yardstick, counters stored';
const COUNTED = 'yardstick, counters counted';

/**
 * Starts everything, compares, measures. What was started is stopped by `teardown`.
 *
 * @param say is told what happens, sentence by sentence
 * @throws OperatorError when this machine or the data do not allow the comparison
 */
export async function runBench(
  { quick, rounds, requests }: BenchOptions,
  teardown: Teardown,
  say: (sentence: string) => void,
): Promise<BenchResult> {
  requireCpuTimes();
  const data = quick ? quickCrowd : fullCrowd;
  const database = await openBenchDatabase(quick ? '.data/bench-quick' : '.data/bench', data, say);
  teardown.add(() => database.stop());
  const open = async (starting: Promise<BenchServer>) => {
    const server = await starting;
    teardown.add(() => server.stop());
    const driver = new Driver(server.port, CONCURRENCY);
    teardown.add(() => driver.close());
    return { server, driver };
  };
  const lectern = await open(startLectern(database.url, false));
  const keeping = await open(startLectern(database.url, true));
  const stored = await open(startYardstick(database.url, 'stored'));
  const counted = await open(startYardstick(database.url, 'counted'));

  const reads: ReadResult[] = [];
  for (const { name, about, rest, graph } of await readsOf(database.client)) {
    const bytes = await requireAgreement(lectern.driver, stored.driver, rest);
    await requireAgreement(lectern.driver, counted.driver, rest);
    say(`${name}: all answer the same. Measuring …`);
    const yardsticks: Way[] = [
      { name: COUNTED, ...counted, requests: rest },
      { name: STORED, ...stored, requests: rest },
    ];
    const ways: Way[] = [
      ...yardsticks,
      { name: 'Lectern, REST', ...lectern, requests: rest },
      { name: 'Lectern, /graphql', ...lectern, requests: graph },
      { name: 'Lectern, kept', ...keeping, requests: rest },
      {
        name: 'Lectern, 304',
        ...keeping,
        requests: await Promise.all(rest.map((one) => keeping.driver.conditional(one))),
      },
    ];
    const costs = await measure(ways, rounds, requests, database.client);
    const byName = new Map([...costs].map(([way, cost]) => [way.name, cost]));
    const names = yardsticks.map((way) => way.name);
    reads.push({ read: name, about, bytes, lines: linesOf(byName, names) });
  }
  const version = await database.client.query<{ server_version: string }>('show server_version');
  return {
    node: process.version,
    postgres: version.rows[0]?.server_version ?? '',
    data: { ...data },
    rounds,
    requestsPerRound: requests,
    concurrency: CONCURRENCY,
    reads,
  };
}
