import type { Client } from 'pg';
import { backEndTime, cpuTimeOf, type Measured } from './cpu-time.js';
import type { BenchRequest, Driver } from './driver.js';
import type { BenchOptions } from './options.js';

/** An implementation of a read. */
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
/** Warm-up of an implementation, because V8 optimizes late: this many requests, or windows if it is slow. */
const WARM_REQUESTS = 5_000;
const WARM_WINDOWS = 20;

/**
 * Measures all implementations in interleaved rounds, so that other load on the machine affects all of them equally.
 *
 * @param client connected to the servers' PostgreSQL
 * @returns the costs of all rounds by name
 */
export async function measure(
  ways: readonly Way[],
  { rounds, window }: Pick<BenchOptions, 'rounds' | 'window'>,
  client: Client,
): Promise<Map<string, Cost[]>> {
  const counts = new Map<Way, number>();
  for (const way of ways) counts.set(way, await warmUp(way, window));
  const costs = new Map<string, Cost[]>(ways.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [way, count] of counts) costs.get(way.name)?.push(await measureOnce(way, count, client));
  }
  return costs;
}

/** @returns the number of requests that fill a window, a multiple of the number of pages */
async function warmUp({ driver, requests: pages }: Way, window: number): Promise<number> {
  let perSecond = 0;
  const until = performance.now() + WARM_WINDOWS * window;
  for (let sent = 0; sent < WARM_REQUESTS && performance.now() < until; sent += 2 * pages.length) {
    perSecond = (2 * pages.length) / (await driver.send(pages, 2 * pages.length));
  }
  return pages.length * Math.max(1, Math.round((perSecond * window) / 1000 / pages.length));
}

const measureOnce = ({ name, server, driver, requests: pages }: Way, requests: number, client: Client): Promise<Cost> =>
  measureWindow(name, server, client, { fill: pages.length, requests, send: (count) => driver.send(pages, count) });

/** The load on a server in one window. */
export interface Load {
  /** Number of requests before the window: they fill the connection pool, which closes connections after 10 s idle. */
  readonly fill: number;
  readonly requests: number;
  /** Resolves to the duration in seconds. */
  send(count: number): Promise<number>;
}

/**
 * Measures the cost per request in one window. Retries if a backend exits within it, because its CPU time is lost.
 *
 * @param client connected to the server's PostgreSQL
 */
export async function measureWindow(
  name: string,
  server: Measured,
  client: Client,
  { fill, requests, send }: Load,
): Promise<Cost> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await send(fill);
    const before = await cpuTimeOf(server, client);
    const seconds = await send(requests);
    const after = await cpuTimeOf(server, client);
    const backEnds = backEndTime(before, after);
    if (backEnds === undefined) continue;
    const each = (nanoseconds: number) => nanoseconds / 1000 / requests;
    const [node, postgres] = [each(after.node - before.node), each(backEnds)];
    return { node, postgres, total: node + postgres, perSecond: requests / seconds };
  }
  throw new Error(`${name} lost a connection to PostgreSQL in each of ${ATTEMPTS} windows`);
}
