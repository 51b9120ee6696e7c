import type { EntityManager } from '@mikro-orm/postgresql';
import { PgBoss, type Db, type JobInsert } from 'pg-boss';
import { statementsOf } from '../../core/transaction/transactions.js';
import { type QueueName, queues } from '../../database/queues.js';
import type { Transaction } from '../../database/sql/transaction.js';
import type { Pool } from 'pg';
import { sql } from 'kysely';
import { statement, type Run } from '../../database/sql/statement.js';

/**
 * Inserts jobs in a transaction: they become visible when it commits and vanish when it rolls back.
 *
 * @param payloads one per job
 * @param optionsOf when a job starts, if not at once, and its group
 * @throws Error outside a transaction, where a job could run for a change that was never committed
 */
export async function insertJobs(
  transaction: EntityManager | Pick<Transaction, 'executeSql'>,
  queue: QueueName,
  payloads: readonly object[],
  optionsOf: (payload: never) => Pick<JobInsert, 'startAfter' | 'group'> = () => ({}),
): Promise<void> {
  if (payloads.length === 0) return;
  // Never started: it only generates SQL, which runs in this transaction.
  const boss = new PgBoss({ db: 'executeSql' in transaction ? transaction : statementsOf(transaction) });
  const jobs = payloads.map((data) => ({ data, ...optionsOf(data as never) }));
  const ids = await boss.insert(queue, jobs, { returnId: true });
  if (ids?.length !== jobs.length) throw new Error(`Inserted ${ids?.length ?? 0} of ${jobs.length} jobs`);
}

/** Fails an active job without another retry, which pg-boss offers only for jobs that it fetches itself. */
export async function failPermanently(
  db: Pick<Db, 'executeSql'>,
  { id, name }: { readonly id: string; readonly name: string },
  output: object,
): Promise<void> {
  await db.executeSql(
    `update pgboss.job set state = 'failed', completed_on = now(), heartbeat_on = null, output = $3
     where name = $1 and id = $2 and state = 'active'`,
    [name, id, JSON.stringify(output)],
  );
}

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
