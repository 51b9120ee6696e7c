import type { Client } from 'pg';
import { backEndTime, cpuTimeOf, type Measured } from './cpu-time.js';
import type { BenchRequest, Driver } from './driver.js';
import type { BenchOptions } from './options.js';

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
/** So much warms a way up, V8's compiler being slow to begin, or so many windows' time where it is slow. */
const WARM_REQUESTS = 5_000;
const WARM_WINDOWS = 20;

/**
 * Measures all ways in turn, again and again, so that whatever else the machine does meets all of them alike.
 *
 * @param client connected to the servers' PostgreSQL
 * @returns what each way cost in every round, by its name
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

/** @returns how many requests fill a window: all pages equally often */
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

/** What is sent to a server in one window. */
export interface Load {
  /** So many requests before it: they fill the connection pool, which drops what has been idle for ten seconds. */
  readonly fill: number;
  readonly requests: number;
  /** Resolves to the seconds that it took. */
  send(count: number): Promise<number>;
}

/**
 * What the requests of one window cost. A back end that ends within it takes its time along, so it is measured again.
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
