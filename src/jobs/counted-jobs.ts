import { sql } from 'kysely';
import { statement, type Run } from '../reads/statement.js';

/** How many jobs of a queue are in a state. */
interface CountedJobs {
  readonly queue: string;
  readonly state: 'waiting' | 'active' | 'failed';
  readonly jobs: number;
}

const countJobs = statement<object, CountedJobs>(
  'jobs counted',
  () => sql<CountedJobs>`
    select name as queue, case when state in ('created', 'retry') then 'waiting' else state::text end as state,
      count(*)::integer as jobs
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2 order by 1, 2`,
);

/** What there is still to do, what is being done, and what has failed for good. Mail is always among it. */
export async function countedJobs(run: Run): Promise<CountedJobs[]> {
  const rows = await run(countJobs, {});
  const mail = (['waiting', 'active', 'failed'] as const)
    .filter((state) => !rows.some((row) => row.queue === 'mail' && row.state === state))
    .map((state) => ({ queue: 'mail', state, jobs: 0 }));
  return [...rows, ...mail];
}
