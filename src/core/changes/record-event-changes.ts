import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

const eventBefore = statement(
  'time of change of event',
  ($: Parameters<{ id: string }>) =>
    sql<{ changedAt: string }>`select changed_at::text as "changedAt" from events where id = ${$.id}::bigint`,
);

const insertIfChanged = statement(
  'record changed event',
  ($: Parameters<{ id: string; changedAt: string }>) => sql<object>`
    insert into event_log (event_id, kind, record_id) select id, 'event.changed', id from events
    where id = ${$.id}::bigint and (changed_at::text <> ${$.changedAt}
      -- A transaction that began later has committed first: changed_at keeps its value.
      or ${$.changedAt}::timestamptz > now())`,
);

/**
 * Runs the work, and records in the event log if it has changed fields or images of the event.
 *
 * @param run in the transaction of the work
 */
export async function recordEventChanges<Value>(run: Run, id: string, work: () => Promise<Value>): Promise<Value> {
  const [before] = await run(eventBefore, { id });
  const value = await work();
  if (before) await run(insertIfChanged, { id, ...before });
  return value;
}
