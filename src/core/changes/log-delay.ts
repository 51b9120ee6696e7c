import { sql } from 'kysely';
import type { Pool } from 'pg';
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

/** A transaction for which readers of the event log wait. */
export interface LogDelay {
  /** The server process or prepared transaction. */
  readonly holder: string;
  readonly database: string;
  readonly seconds: number;
}

/** Shorter transactions are normal. */
const LONG_SECONDS = 60;

/** Lists transactions of all databases of the server that have delayed the log for a minute, longest first. */
export async function delaysOf(pool: Pool, minSeconds = LONG_SECONDS): Promise<LogDelay[]> {
  const { rows } = await pool.query<LogDelay>(
    `select holder, database, seconds from (
      select 'process ' || pid as holder, datname as database, extract(epoch from now() - xact_start)::int as seconds
      from pg_stat_activity where backend_xid is not null
      union all select 'prepared transaction ' || gid, database, extract(epoch from now() - prepared)::int
      from pg_prepared_xacts
    ) open where seconds >= $1 order by seconds desc limit 5`,
    [minSeconds],
  );
  return rows;
}
