import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

const BATCH_SIZE = 10_000;

/**
 * Deletes the oldest rows of the event log, in its order up to the first row within the retention period, and stores the
 * position of the last one: earlier cursors expire.
 */
const deleteBatch = statement(
  'delete old rows of the event log',
  ($: Parameters<{ days: number }>) => sql<{ count: number }>`
    with oldest as (
      select l.epoch, l.transaction_id, l.id,
        bool_and(l.at < now() - ${$.days}::int * interval '1 day')
          over (order by l.epoch, l.transaction_id, l.id) as is_old
      from (select * from event_log order by epoch, transaction_id, id limit ${sql.raw(String(BATCH_SIZE))}) l
    ), gone as (
      delete from event_log l using oldest o
      where o.is_old and (l.epoch, l.transaction_id, l.id) = (o.epoch, o.transaction_id, o.id)
      returning l.epoch, l.transaction_id, l.id
    ), noted as (
      insert into event_log_end as e (epoch, transaction_id, id)
      select epoch, transaction_id, id from gone order by epoch desc, transaction_id desc, id desc limit 1
      on conflict (is_single) do update
        set epoch = excluded.epoch, transaction_id = excluded.transaction_id, id = excluded.id
        where (excluded.epoch, excluded.transaction_id, excluded.id) > (e.epoch, e.transaction_id, e.id)
    )
    select count(*)::int as count from gone`,
);

/** Deletes rows of the event log that are older than the given number of days. */
export async function deleteOldChanges(run: Run, days: number): Promise<void> {
  for (;;) {
    const [deleted] = await run(deleteBatch, { days });
    if ((deleted?.count ?? 0) < BATCH_SIZE) return;
  }
}
