import type { Client } from 'pg';
import { backEndTime, cpuTimeOf, type Measured } from './cpu-time.js';
import type { BenchRequest, Driver } from './driver.js';

/** One way to read something. */
export interface Way {
  readonly name: string;
  readonly server: Measured;
  readonly driver: Driver;
  readonly requests: readonly BenchRequest[];
}

/** CPU microseconds per request, and requests per second. */
export interface Cost {
  readonly node: number;
  readonly postgres: number;
  readonly total: number;
  readonly perSecond: number;
}

const ATTEMPTS = 5;
/** Before each window: fills the connection pools, which drop what has been idle for ten seconds. */
const REQUESTS_TO_FILL_POOLS = 40;

/**
 * Measures all ways in turn, again and again, so that whatever else the machine does meets all of them alike.
 *
 * @param client connected to the servers' PostgreSQL
 * @returns what each way cost in every round
 */
export async function measure(
  ways: readonly Way[],
  rounds: number,
  requests: number,
  client: Client,
): Promise<Map<Way, Cost[]>> {
  for (const { driver, requests: pages } of ways) await driver.send(pages, Math.max(2 * requests, 1_000));
  const costs = new Map<Way, Cost[]>(ways.map((way) => [way, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [way, found] of costs) found.push(await measureOnce(way, requests, client));
  }
  return costs;
}

/** A back end that ends within the window takes its time along, so the window is measured again. */
async function measureOnce(way: Way, requests: number, client: Client): Promise<Cost> {
  const { server, driver, requests: pages } = way;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await driver.send(pages, REQUESTS_TO_FILL_POOLS);
    const before = await cpuTimeOf(server, client);
    const seconds = await driver.send(pages, requests);
    const after = await cpuTimeOf(server, client);
    const backEnds = backEndTime(before, after);
    if (backEnds === undefined) continue;
    const [node, postgres] = [after.node - before.node, backEnds].map((time) => time / 1000 / requests);
    if (node === undefined || postgres === undefined) continue;
    return { node, postgres, total: node + postgres, perSecond: requests / seconds };
  }
  throw new Error(`${way.name} lost a connection to PostgreSQL in each of ${ATTEMPTS} windows`);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle) - 1] ?? NaN)) / 2;
}
