import pg from 'pg';
import { atMost } from './finding.js';
import { startHaproxy } from './haproxy.js';
import { startLoad, type Load } from './load.js';
import { startPatroniHaproxy } from './patroni-haproxy.js';
import { ask, PatroniCluster } from './patroni.js';
import { nothingLost, prove } from './proof.js';
import type { Need, Outcome } from './fault.js';
import type { Service } from './service.js';
import type { Site } from './site.js';
import { createWorld, type World } from './world.js';

export const NEEDS: readonly Need[] = ['postgresql', 'patroni', 'etcd', 'haproxy'];
/** The requirements in words. */
export const figure = (readsWithinMs = READS_WITHIN_MS): string =>
  `reads return only 200, at most ${readsWithinMs / 1_000} s apart; writes continue within 30 s; every 503 has \`Retry-After\`; no acknowledged write is lost; the former primary follows the new one`;

const DATABASE = 'lectern';
const SECRET_KEY = 'the same secret key in every one of them';
/** For these services without a primary: longer than any failover. */
const READS_WITHOUT_PRIMARY = '120';
/** Patroni's `ttl` is 20 s, its `loop_wait` 5 s; an election follows. */
const WRITES_WITHIN_MS = 30_000;
const READS_WITHIN_MS = 1_000;

/** Two services behind haproxy, on a Patroni cluster behind another haproxy, under load. */
export interface PatroniSite {
  readonly cluster: PatroniCluster;
  /** Address of the haproxy in front of the services. */
  readonly base: string;
  readonly world: World;
  readonly services: readonly Service[];
  readonly load: Load;
  /** Ends the load, and compares what it saw and stored with the requirements. */
  readonly conclude: (since: number) => Promise<Outcome>;
}

/**
 * Starts everything, and the load.
 *
 * @param readsWithinMs the longest time that a client may wait for a read
 * @param settings further ones of the services
 */
export async function openPatroniSite(
  site: Site,
  readsWithinMs = READS_WITHIN_MS,
  settings: Readonly<Record<string, string>> = {},
): Promise<PatroniSite> {
  const cluster = await PatroniCluster.start(site);
  await ask(await cluster.primary(), `create database ${DATABASE}`);
  const url = await startPatroniHaproxy(site, cluster, DATABASE);
  const environment = {
    ...{ DATABASE_URL: url, SECRET_KEY, TRUST_PROXY: '1', READS_WITHOUT_PRIMARY },
    DATABASE_REPLICA_URL: cluster.nodes.map((node) => node.url(DATABASE)).join(','),
    ...settings,
  };
  const services = [await site.service(environment), await site.service(environment)];
  for (const service of services) await service.start();
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  site.cleanup.add(() => pool.end());
  const world = await createWorld(pool);
  await site.fillCaches();
  const { base } = await startHaproxy(site, services);
  const load = startLoad(base, world, site.cleanup);
  return {
    ...{ cluster, base, world, services, load },
    async conclude(since) {
      const wellAfterMs = await load.well(since);
      await load.stop();
      const kept = await prove(world, load.acknowledged);
      const { tally, reads, writes } = load;
      return {
        ...{ answers: tally.counts, kept, wellAfterMs },
        findings: [
          ...[tally.only('503', 'UNAVAILABLE'), tally.retryAfter],
          atMost('a client waited for its write', writes.longestGapMs, WRITES_WITHIN_MS, ' ms'),
          reads.only(),
          atMost('a client waited for its read', reads.longestGapMs, readsWithinMs, ' ms'),
          ...nothingLost(kept),
        ],
      };
    },
  };
}
