import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DomainError } from '../core/errors.js';
import { countedJobs } from './jobs/counted-jobs.js';
import type { Run } from '../database/sql/statement.js';
import type { Gauges } from '../telemetry/metrics/metrics.js';
import type { Sample } from '../telemetry/metrics/sample.js';

/** Sources of the gauges, read at each scrape. */
interface Looked {
  readonly pools: Readonly<Record<string, pg.Pool>>;
  /** Preferably on a connection that does not serve requests. */
  readonly run: Run;
}

/** Bounds a scrape when PostgreSQL is unresponsive. */
const WITHIN_MS = 1_000;

/**
 * Reads the connection pools and the job counts. If the database is unavailable, reports `databaseUp` 0 and no jobs.
 */
export async function readGauges({ pools, run }: Looked): Promise<Gauges> {
  const late = sleep(WITHIN_MS, null, { ref: false });
  const jobs = await Promise.race([countedJobs(run).catch(unlessAway), late]);
  return {
    connections: Object.entries(pools).flatMap(([name, pool]) => connections(name, pool)),
    processes: [{ labels: {}, value: 1 }],
    databaseUp: [{ labels: {}, value: jobs ? 1 : 0 }],
    jobs: (jobs ?? []).map(({ queue, state, jobs: value }) => ({ labels: { queue, state }, value })),
  };
}

function connections(pool: string, { totalCount, idleCount, waitingCount }: pg.Pool): Sample[] {
  return [
    { labels: { pool, state: 'in_use' }, value: totalCount - idleCount },
    { labels: { pool, state: 'idle' }, value: idleCount },
    { labels: { pool, state: 'waiting' }, value: waitingCount },
  ];
}

function unlessAway(error: unknown): null {
  if (error instanceof DomainError && error.code === 'UNAVAILABLE') return null;
  throw error;
}
