import type { Cleanup } from '../../src/server/composition/lifecycle.js';
import type { BenchDatabase } from '../database.js';
import { Driver, get } from '../driver.js';
import { measureWindow, type Cost } from '../measure.js';
import { atRate } from '../open-loop.js';
import { startServer } from '../servers.js';
import { spreadOf } from '../spread.js';
import { coresOf } from './model.js';
import { separate } from './unit-costs.js';

/** Cores that one process and its connections take at a fixed rate: as the model predicts, and as measured. */
export interface Verified {
  readonly perSecond: number;
  readonly predicted: number;
  readonly measured: number;
}

/** The model may differ from the measurement by this share. */
const TOLERANCE = 0.35;
const TOGETHER = 8;
/** Evenly spaced reads per second, so few that each has a poll of its own; as in `bench/writes/measure-under-writes.ts`. */
const LONE_RATE = 500;
const RATES = [1_000, 2_500] as const;
const ROUNDS = 5;
const WINDOW_SECONDS = 1.5;
const WARM_REQUESTS = 10_000;
const PAGES = Array.from({ length: 10 }, (_, page) => get(`/v2.1/events?resultsperpage=20&start=${20 * page}`));
const FILL = 20;

export const isVerified = ({ predicted, measured }: Verified): boolean =>
  Math.abs(predicted / measured - 1) <= TOLERANCE;

/**
 * Compares the model with a real service on this machine: one process, which serves cached responses. Its unit costs are
 * measured with reads that arrive alone, and with eight at a time; then it receives reads at random times, at fixed rates.
 */
export async function verify(
  { url, client }: Pick<BenchDatabase, 'url' | 'client'>,
  cleanup: Cleanup,
  say: (sentence: string) => void,
): Promise<Verified[]> {
  const server = await startServer('keeping', url);
  cleanup.add(() => server.stop());
  const driverOf = (concurrency: number) => {
    const driver = new Driver(server.port, concurrency);
    cleanup.add(() => driver.close());
    return driver;
  };
  const [together, open] = [driverOf(TOGETHER), driverOf(64)];
  const read = (index: number) => open.fetch(PAGES[index % PAGES.length]!);
  say('Verifying the model with one process …');
  await together.send(PAGES, WARM_REQUESTS);
  const loads = [
    { send: (count: number) => atRate(LONE_RATE, count, read), requests: LONE_RATE * WINDOW_SECONDS },
    { send: (count: number) => together.send(PAGES, count), requests: 10_000 },
    ...RATES.map((perSecond) => ({
      send: (count: number) => atRandom(perSecond, count, read),
      requests: perSecond * WINDOW_SECONDS,
    })),
  ];
  const costs = loads.map((): Cost[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, load] of loads.entries())
      costs[index]!.push(await measureWindow('Lectern', server, client, { ...load, fill: FILL }));
  const [alone, shared, ...fixed] = costs.map(medianOf);
  const model = separate({ cost: alone! }, { perPoll: TOGETHER, cost: shared!, perSecond: shared!.perSecond });
  return fixed.map(({ total }, index) => {
    const perSecond = RATES[index]!;
    const { node, postgres } = coresOf(model, perSecond);
    return { perSecond, predicted: node + postgres, measured: (total * perSecond) / 1e6 };
  });
}

function medianOf(costs: readonly Cost[]): Cost {
  const of = (member: keyof Cost) => spreadOf(costs.map((cost) => cost[member])).median;
  return { node: of('node'), postgres: of('postgres'), total: of('total'), perSecond: of('perSecond') };
}

/** Sends requests at random times with a constant mean rate, like independent clients. Resolves to the seconds. */
async function atRandom(perSecond: number, count: number, send: (index: number) => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  const pending: Promise<unknown>[] = [];
  let due = begin;
  for (let sent = 0; sent < count; sent += 1) {
    due += (-Math.log(1 - Math.random()) * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    pending.push(send(sent));
  }
  await Promise.all(pending);
  return (performance.now() - begin) / 1000;
}
