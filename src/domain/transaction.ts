import type { EntityManager } from '@mikro-orm/postgresql';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.js';
import { fail } from '../errors.js';
import { stateOf, translated } from '../reads/database-errors.js';

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
 * @throws DomainError UNAVAILABLE when the database is away, and whatever `work` throws
 */
export async function inTransaction<Value>(
  { em, reads }: Pick<Context, 'em' | 'reads'>,
  work: (em: EntityManager) => Promise<Value>,
): Promise<Value> {
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        return await em.fork().transactional(work);
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
