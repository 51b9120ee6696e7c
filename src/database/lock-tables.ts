import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sqlStateOf } from './sql-state.js';

/** Less than PostgreSQL's `deadlock_timeout`: this side gives up before PostgreSQL would cancel one of the two. */
const ATTEMPT_MS = 500;
/** For the transactions that waited for an attempt. */
const PAUSE_MS = 500;

/** SQLSTATEs of a statement that took too long, and of one that waited too long for a lock. */
const TIMEOUTS = new Set(['57014', '55P03']);

const LOCK_TABLES = `
do $$ declare tables text;
begin
  select string_agg(oid::regclass::text, ', ' order by oid) into tables from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and pg_has_role(relowner, 'usage');
  if tables is not null then execute 'lock table ' || tables || ' in access exclusive mode'; end if;
end $$`;

/**
 * Executes work in a transaction that has locked all tables first. If it locked them one after the other during its
 * work, it would deadlock with the transactions of running services, which use the same tables in another order.
 *
 * @param signal aborts the attempts to lock the tables, not the work
 */
export async function withTablesLocked<Value>(
  em: EntityManager,
  work: (transaction: EntityManager) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  for (;;) {
    signal?.throwIfAborted();
    let locked = false;
    try {
      return await em.fork().transactional(async (transaction) => {
        await transaction.execute(`set local statement_timeout = ${ATTEMPT_MS}`);
        await transaction.execute(LOCK_TABLES);
        await transaction.execute('set local statement_timeout to default');
        locked = true;
        return work(transaction);
      });
    } catch (error) {
      if (locked || !TIMEOUTS.has(sqlStateOf(error))) throw error;
    }
    await sleep(PAUSE_MS, undefined, { signal });
  }
}
