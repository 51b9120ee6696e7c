import { sql } from 'kysely';
import { logHead } from '../reads/change-log.js';
import { statement, type Run } from '../../database/sql/statement.js';

const oldestPending = statement(
  'oldest change that waits for a transaction',
  () => sql<{ id: string | null }>`
    with head as materialized (${logHead})
    select min(l.id)::text as id from head, event_log l where l.epoch = head.epoch and l.transaction_id >= head.horizon`,
);

/**
 * Measures how long committed changes have waited for transactions that began earlier, in seconds; 0 if none waits. As
 * precise as the interval between two calls: the log contains no exact time of comments with hidden names.
 *
 * @param run on the primary
 */
export function createLogDelay(run: Run): () => Promise<number> {
  let pending: { readonly id: string; readonly since: number } | undefined;
  return async () => {
    const [row] = await run(oldestPending, {});
    const id = row?.id ?? null;
    if (id === null) pending = undefined;
    else if (pending?.id !== id) pending = { id, since: performance.now() };
    return pending ? (performance.now() - pending.since) / 1_000 : 0;
  };
}
