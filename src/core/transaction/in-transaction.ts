import type { EntityManager } from '@mikro-orm/postgresql';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { translateDatabaseError } from './database-errors.js';
import { sqlStateOf } from '../../database/sql-state.js';
import type { Statement } from '../../database/sql/statement.js';
import type { Transaction } from '../../database/sql/transaction.js';

/** SQLSTATE serialization_failure and deadlock_detected: the transaction was aborted, and a retry may succeed. */
const RETRYABLE_STATES = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 5;
const MAX_PAUSE_MS = 60;

/**
 * Runs one write atomically in a transaction. Clears cached reads afterwards, so that the response shows the new state.
 *
 * Inside, query only through `em`: `context.reads` would wait for a second connection while holding this one, and
 * concurrent writes would deadlock on the pool. Check permissions and look up records first.
 *
 * @param work may run more than once, because deadlocks and serialization failures are retried
 * @throws DomainError UNAVAILABLE if the database is unreachable, PRECONDITION_FAILED if the request's precondition is
 *   false, and the errors of `work`
 */
export function inTransaction<Value>(
  { em, reads, condition, held }: Pick<Context, 'em' | 'reads' | 'condition' | 'held'>,
  work: (em: EntityManager) => Promise<Value>,
): Promise<Value> {
  return runAndClear(reads, () =>
    held
      ? held.write(work)
      : em.fork().transactional((fork) => (condition ? condition(fork, () => work(fork)) : work(fork))),
  );
}

/**
 * Variant for writes that a whole audience makes at once. Prepared statements bypass the ORM, which took a third of
 * Node's CPU time. Ignores `If-Match`: use it only to create records.
 */
export function inPreparedTransaction<Value>(
  { transact, reads, held }: Pick<Context, 'transact' | 'reads' | 'held'>,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  return runAndClear(reads, () => (held ? held.write((_, transaction) => work(transaction)) : transact(work)));
}

/** Variant for a single statement, which autocommits unless the request holds a transaction. */
export function inOneStatement<Arguments, Row>(
  { reads, held }: Pick<Context, 'reads' | 'held'>,
  statement: Statement<Arguments, Row>,
  args: Arguments,
): Promise<Row[]> {
  return runAndClear(reads, () =>
    held ? held.write((_, { run }) => run(statement, args)) : reads.scope.run(statement, args),
  );
}

async function runAndClear<Value>(reads: Context['reads'], attempt: () => Promise<Value>): Promise<Value> {
  try {
    return await retryOnConflict(attempt);
  } catch (error) {
    throw translateDatabaseError(error);
  } finally {
    reads.clear();
  }
}

/** Retries a transaction that PostgreSQL aborted because of a deadlock or a serialization failure. */
export async function retryOnConflict<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!RETRYABLE_STATES.has(sqlStateOf(error))) throw error;
    }
    await pause(Math.random() * MAX_PAUSE_MS);
  }
  throw domainError('UNAVAILABLE', 'DATABASE_UNREACHABLE');
}
