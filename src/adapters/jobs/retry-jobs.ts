import type { Pool } from 'pg';
import { queues, type QueueName } from '../../database/queues.js';

/**
 * Requeues failed jobs with all their retries. pg-boss itself would grant one retry and delete a job past its
 * retention.
 *
 * @param ids null for every failed job
 * @returns the number of jobs; null, without any change, if an ID is not that of a failed job
 */
export async function retryFailedJobs(
  pool: Pool,
  queue: QueueName,
  ids: readonly string[] | null,
): Promise<number | null> {
  const wanted = ids && [...new Set(ids)];
  // A single statement, so that it changes all jobs or none.
  const { rows } = await pool.query<{ retried: number }>(
    `with failed as (
       select id from pgboss.job where name = $1 and state = 'failed' and ($2::uuid[] is null or id = any($2)) for update
     ), retried as (
       update pgboss.job j
       set state = 'retry', retry_count = 0, start_after = now(), completed_on = null,
         keep_until = greatest(keep_until, now() + $3 * interval '1 second')
       from failed
       where j.name = $1 and j.id = failed.id and (select count(*) from failed) = coalesce($4, (select count(*) from failed))
       returning j.id
     )
     select count(*)::int as retried from retried`,
    [queue, wanted, queues[queue].retentionSeconds, wanted?.length ?? null],
  );
  const { retried } = rows[0] ?? { retried: 0 };
  return wanted !== null && retried !== wanted.length ? null : retried;
}
