import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DomainError } from '../errors.js';
import { countedJobs } from '../jobs/counted-jobs.js';
import type { Run } from '../reads/statement.js';
import type { Gauges } from './metrics.js';
import type { Sample } from './sample.js';

/** What is looked at when somebody asks. */
interface Looked {
  readonly pools: Readonly<Record<string, pg.Pool>>;
  /** Best on a connection that waits for no request. */
  readonly run: Run;
}

/** Who asks does not wait for a database that says nothing. */
const WITHIN_MS = 1_000;

/** Looks at the pools and at the jobs. Where the database is away it tells that, and no jobs. */
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
