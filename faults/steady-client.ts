import { setTimeout as sleep } from 'node:timers/promises';
import { openClient, type Client } from './client.js';
import { atMost, type Finding } from './finding.js';
import type { Tally } from './tally.js';
import type { World } from './world.js';

const EVERY_MS = 25;
const CONNECTIONS = 4;
const BASELINE_MS = 5_000;

const READ = 'query ($id: ID!) { talk(id: $id) { title commentCount comments(first: 5) { nodes { text } } } }';

/** A well-behaved client that reads through REST and GraphQL at a constant rate. */
export interface SteadyClient {
  /** 99th percentile of its latency without other load. */
  readonly baselineMs: number;
  /** Measures its latencies during the work. */
  during(work: () => Promise<unknown>): Promise<readonly number[]>;
}

/**
 * Starts the client and measures its baseline for some seconds.
 *
 * @param tally counts its responses, which an attack must not affect
 * @param open opens a connection of the client; by default anonymously
 */
export async function startSteadyClient(
  base: string,
  { talks }: Pick<World, 'talks'>,
  tally: Tally,
  open: () => Client = () => openClient(base),
): Promise<SteadyClient> {
  const during = async (work: () => Promise<unknown>): Promise<number[]> => {
    const clients = Array.from({ length: CONNECTIONS }, open);
    const asked: Promise<number>[] = [];
    let over = false;
    const ask = async (turn: number): Promise<number> => {
      const begin = performance.now();
      const client = clients[turn % CONNECTIONS]!;
      const talk = talks[turn % talks.length]!;
      tally.count(
        await (turn % 2 ? client.graph(READ, { id: talk }) : client.get(`/v2.1/talks/${talk}/comments?start=${turn}`)),
      );
      // Counts from the due time: waiting for the connection is latency of the service.
      return performance.now() - begin;
    };
    const asking = (async () => {
      for (let turn = 0; !over; turn += 1, await sleep(EVERY_MS)) asked.push(ask(turn));
    })();
    try {
      await work();
    } finally {
      over = true;
      await asking;
    }
    const times = await Promise.all(asked);
    for (const client of clients) client.close();
    return times;
  };
  // Warm up first.
  await during(() => sleep(BASELINE_MS / 2));
  return { baselineMs: percentile99(await during(() => sleep(BASELINE_MS))), during };
}

export function percentile99(times: readonly number[]): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Infinity;
}

/**
 * Requires that the p99 of the client is at most twice its baseline.
 *
 * @param floorMs is always allowed, because small latencies fluctuate by more than a factor of two
 */
export const hardlySlower = (client: SteadyClient, times: readonly number[], floorMs: number): Finding =>
  notSlower(client, times, 2, floorMs);

/**
 * Requires that the p99 of the client is at most `factor` times its baseline.
 *
 * @param floorMs is always allowed
 */
export function notSlower(
  { baselineMs }: SteadyClient,
  times: readonly number[],
  factor: number,
  floorMs: number,
): Finding {
  const most = Math.round(Math.max(factor * baselineMs, floorMs));
  const what = `the well-behaved client: ${times.length} requests, p99 alone ${baselineMs.toFixed(1)} ms, during the attack`;
  return atMost(what, percentile99(times), most, ' ms');
}
