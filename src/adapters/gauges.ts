import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DomainError } from '../core/errors.js';
import { countJobs } from './jobs/stored-jobs.js';
import type { Run } from '../database/sql/statement.js';
import type { Gauges } from '../telemetry/metrics/metrics.js';
import type { Sample } from '../telemetry/metrics/exposition.js';

/** Sources of the gauges, read at each scrape. */
interface GaugeSources {
  readonly pools: Readonly<Record<string, pg.Pool>>;
  /** Preferably on a connection that does not serve requests. */
  readonly run: Run;
  /** Number of open subscriptions. */
  readonly streams: () => number;
  readonly logDelay: () => Promise<number>;
  /** Undefined: the process purges no CDN. */
  readonly purger: { readonly lagSeconds: () => number } | undefined;
}

/** Bounds a scrape when PostgreSQL is unresponsive. */
const TIMEOUT_MS = 1_000;
const POOL = 'db_client_connection_pool_name';
const STATE = 'db_client_connection_state';

/**
 * Reads the connection pools and the job counts. If the database is unavailable, reports `databaseUp` 0 and no jobs.
 */
export async function readGauges({ pools, run, streams, logDelay, purger }: GaugeSources): Promise<Gauges> {
  const timeout = sleep(TIMEOUT_MS, null, { ref: false });
  const within = <Value>(read: Promise<Value>) => Promise.race([read.catch(nullIfUnavailable), timeout]);
  const [jobs, delay] = await Promise.all([within(countJobs(run)), within(logDelay())]);
  return {
    connections: Object.entries(pools).flatMap(([name, pool]) => connections(name, pool)),
    pendingRequests: Object.entries(pools).map(([name, { waitingCount }]) => ({
      labels: { [POOL]: name },
      value: waitingCount,
    })),
    cdnPurgeLag: [{ labels: {}, value: purger?.lagSeconds() ?? 0 }],
    streams: [{ labels: {}, value: streams() }],
    eventLogDelay: [{ labels: {}, value: delay ?? 0 }],
    processes: [{ labels: {}, value: 1 }],
    databaseUp: [{ labels: {}, value: jobs ? 1 : 0 }],
    jobs: (jobs ?? []).map(({ queue, state, jobs: value }) => ({ labels: { queue, state }, value })),
  };
}

function connections(pool: string, { totalCount, idleCount }: pg.Pool): Sample[] {
  return [
    { labels: { [POOL]: pool, [STATE]: 'used' }, value: totalCount - idleCount },
    { labels: { [POOL]: pool, [STATE]: 'idle' }, value: idleCount },
  ];
}

function nullIfUnavailable(error: unknown): null {
  if (error instanceof DomainError && error.code === 'UNAVAILABLE') return null;
  throw error;
}
