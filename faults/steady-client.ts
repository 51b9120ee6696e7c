import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from './client.js';
import { atMost, type Finding } from './finding.js';
import type { Tally } from './tally.js';
import type { World } from './world.js';

const EVERY_MS = 25;
const CONNECTIONS = 4;
const BASELINE_MS = 5_000;

const READ = 'query ($id: ID!) { talk(id: $id) { title commentCount comments(first: 5) { nodes { text } } } }';

/** A well-behaved client: it reads through both doors, so many times a second, whatever it gets. */
export interface SteadyClient {
  /** The 99th percentile of its times with nothing else going on. */
  readonly baselineMs: number;
  /** Its times while the work is done. */
  during(work: () => Promise<unknown>): Promise<readonly number[]>;
}

/**
 * Starts with some seconds of a baseline.
 *
 * @param tally of what it gets: an attack should not show in it
 */
export async function startSteadyClient(base: string, { talks }: World, tally: Tally): Promise<SteadyClient> {
  const during = async (work: () => Promise<unknown>): Promise<number[]> => {
    const clients = Array.from({ length: CONNECTIONS }, () => openClient(base));
    const asked: Promise<number>[] = [];
    let over = false;
    const ask = async (turn: number): Promise<number> => {
      const begin = performance.now();
      const client = clients[turn % CONNECTIONS]!;
      const talk = talks[turn % talks.length]!;
      tally.count(
        await (turn % 2 ? client.graph(READ, { id: talk }) : client.get(`/v2.1/talks/${talk}/comments?start=${turn}`)),
      );
      // From when it was meant to be sent: a request that waits for the one before it waits for the service.
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
  // What is used for the first time takes longer.
  await during(() => sleep(BASELINE_MS / 2));
  return { baselineMs: percentile99(await during(() => sleep(BASELINE_MS))), during };
}

export function percentile99(times: readonly number[]): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Infinity;
}

/**
 * That the client waits no more than twice as long as with nothing else going on.
 *
 * @param floorMs may always be: where so little is usual, twice as much is chance
 */
export function hardlySlower({ baselineMs }: SteadyClient, times: readonly number[], floorMs: number): Finding {
  const most = Math.round(Math.max(2 * baselineMs, floorMs));
  const what = `the well-behaved client: ${times.length} requests, p99 alone ${baselineMs.toFixed(1)} ms, meanwhile`;
  return atMost(what, percentile99(times), most, ' ms');
}
