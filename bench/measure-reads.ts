import { requireAgreement } from './agreement.js';
import type { BenchDatabase } from './database.js';
import { Driver } from './driver.js';
import { measure, type Way } from './measure.js';
import type { BenchOptions } from './options.js';
import { readsOf, type Read } from './reads.js';
import { linesOf, type Comparison } from './result.js';
import { serverNames, startServer, type BenchServer, type ServerName } from './servers.js';
import { waysOfReading, yardsticks } from './ways.js';
import type { Cleanup } from '../src/server/composition/lifecycle.js';

export const CONCURRENCY = 8;

interface Opened {
  readonly server: BenchServer;
  readonly driver: Driver;
}
type Servers = Readonly<Record<ServerName, Opened>>;

/** Comparisons that are measured together. `measure` may be called repeatedly. */
export interface Part {
  /** Name of the comparison. */
  readonly name: string;
  measure(): Promise<readonly Comparison[]>;
}

/**
 * Starts all servers and requires that their responses agree.
 *
 * @returns a part per read, and the servers, which `cleanup` stops
 * @throws OperatorError if the responses of a server differ
 */
export async function openReads(
  { url, client }: BenchDatabase,
  options: BenchOptions,
  cleanup: Cleanup,
  say: (sentence: string) => void,
): Promise<{ parts: Part[]; servers: Servers }> {
  const opened: Partial<Record<ServerName, Opened>> = {};
  for (const name of serverNames) {
    const server = await startServer(name, url, opened.keeping?.server.port);
    cleanup.add(() => server.stop());
    const driver = new Driver(server.port, CONCURRENCY);
    cleanup.add(() => driver.close());
    opened[name] = { server, driver };
  }
  const servers = opened as Servers;
  const reads = await readsOf(client, servers.postgraphile.driver);
  const parts = reads.map((read) => ({
    name: read.name,
    async measure() {
      const ways = await agreedWays(read, servers);
      say(`${read.name}: all responses agree. Measuring …`);
      const costs = await measure(ways, options, client);
      const { name, about } = read;
      const bytes = await meanBytes(read, servers.lectern.driver);
      return [{ name, about, bytes, judgedBy: 'cpu', lines: linesOf(costs, yardsticks) } as const];
    },
  }));
  return { parts, servers };
}

async function agreedWays({ asked }: Read, servers: Servers): Promise<Way[]> {
  const { driver: lectern } = servers.lectern;
  const ways: Way[] = [];
  for (const { name, server, endpoint, conditional } of waysOfReading) {
    const { driver } = servers[server];
    const { requests, agreesWith } = asked[endpoint];
    await requireAgreement(name, lectern, asked[agreesWith], driver, asked[endpoint]);
    const sent = conditional ? await Promise.all(requests.map((one) => driver.conditional(one))) : requests;
    ways.push({ name, ...servers[server], requests: sent });
  }
  return ways;
}

async function meanBytes({ asked }: Read, lectern: Driver): Promise<number> {
  const { requests } = asked.rest;
  const sizes = await Promise.all(requests.map(async (one) => (await lectern.fetch(one)).length));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
}
