import type { EntityManager } from '@mikro-orm/postgresql';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.js';
import { fail } from '../errors.js';
import { stateOf, translated } from '../reads/database-errors.js';
import type { Statement } from '../reads/statement.js';
import type { Transaction } from '../reads/transaction.js';

/** SQLSTATE: the server ended this transaction to end a deadlock, or could not order it among others. */
const TRY_AGAIN = new Set(['40001', '40P01']);
const ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 60;

/**
 * Does the work of one write: all of it or, whatever happens, nothing. What was read before is forgotten afterwards, so
 * that the answer shows the new state.
 *
 * Inside, ask `em` alone: `context.reads` would wait for a second connection while this one is held, and many writes at
 * once would wait for each other for ever. Permissions and look-ups come before.
 *
 * @param work may run more than once, when the database has to choose between two transactions
 * @throws DomainError UNAVAILABLE when the database is away, PRECONDITION_FAILED when the request's condition does not
 *   hold, and whatever `work` throws
 */
export function inTransaction<Value>(
  { em, reads, condition, held }: Pick<Context, 'em' | 'reads' | 'condition' | 'held'>,
  work: (em: EntityManager) => Promise<Value>,
): Promise<Value> {
  return untilDone(reads, () =>
    held
      ? held.write(work)
      : em.fork().transactional((fork) => (condition ? condition(fork, () => work(fork)) : work(fork))),
  );
}

/**
 * The same for what a whole audience does at once: its statements are prepared, and pass by the ORM, which took a third of
 * Node's time. Only for what nobody sets a condition on (`If-Match`): what is made.
 */
export function inPreparedTransaction<Value>(
  { transact, reads, held }: Pick<Context, 'transact' | 'reads' | 'held'>,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  return untilDone(reads, () => (held ? held.write((_, transaction) => work(transaction)) : transact(work)));
}

/** The same for a single statement, which is a transaction by itself. */
export function inOneStatement<Arguments, Row>(
  { reads, held }: Pick<Context, 'reads' | 'held'>,
  statement: Statement<Arguments, Row>,
  args: Arguments,
): Promise<Row[]> {
  return untilDone(reads, () =>
    held ? held.write((_, { run }) => run(statement, args)) : reads.scope.run(statement, args),
  );
}

async function untilDone<Value>(reads: Context['reads'], attempt: () => Promise<Value>): Promise<Value> {
  try {
    for (let attempts = 1; attempts <= ATTEMPTS; attempts += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!TRY_AGAIN.has(stateOf(error))) throw translated(error);
      }
      await pause(Math.random() * LONGEST_PAUSE_MS);
    }
    throw fail('UNAVAILABLE', 'DATABASE_UNREACHABLE');
  } finally {
    reads.forget();
  }
}
