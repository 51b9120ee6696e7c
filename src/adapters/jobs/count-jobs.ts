import { sql } from 'kysely';
import { statement, type Run } from '../../database/sql/statement.js';

/** The number of jobs of a queue in one state. */
interface JobCount {
  readonly queue: string;
  readonly state: 'waiting' | 'active' | 'failed';
  readonly jobs: number;
}

const countJobsStatement = statement<object, JobCount>(
  'jobs counted',
  () => sql<JobCount>`
    select name as queue, case when state in ('created', 'retry') then 'waiting' else state::text end as state,
      count(*)::integer as jobs
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2 order by 1, 2`,
);

/**
 * Counts waiting, active and permanently failed jobs by queue. Always includes the mail queue, with 0 if it is empty.
 */
export async function countJobs(run: Run): Promise<JobCount[]> {
  const rows = await run(countJobsStatement, {});
  const mail = (['waiting', 'active', 'failed'] as const)
    .filter((state) => !rows.some((row) => row.queue === 'mail' && row.state === state))
    .map((state) => ({ queue: 'mail', state, jobs: 0 }));
  return [...rows, ...mail];
}
