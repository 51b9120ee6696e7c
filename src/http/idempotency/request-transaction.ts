import type { EntityManager } from '@mikro-orm/postgresql';
import { translateDatabaseError } from '../../core/transaction/run.js';
import { statementsOf, type TransactionSource } from '../../core/transaction/transactions.js';
import { isUnavailable } from '../../database/sql-state.js';
import type { Run } from '../../database/sql/statement.js';

/** A transaction that begins with the first write of a request, and ends explicitly. */
export interface RequestTransaction extends TransactionSource {
  /** Runs inside the transaction while it is open, so that reads for the response need no second connection. */
  readonly run: Run;
  /** Runs the last statements and commits; a no-op if nothing was written. Throws the same errors as `Run`. */
  commit(last: (run: Run) => Promise<void>): Promise<void>;
  /** A no-op if no transaction is open. */
  rollback(): Promise<void>;
}

/**
 * Opens the transaction of a request lazily, on its first write, which may be retried.
 *
 * @param outside runs statements while no transaction is open
 * @param first runs in the transaction before the work; if it fails, the work does not start
 */
export function createRequestTransaction(
  em: EntityManager,
  outside: Run,
  first: (run: Run) => Promise<void>,
): RequestTransaction {
  let open: { readonly em: EntityManager; readonly statements: ReturnType<typeof statementsOf> } | undefined;

  async function rollback(): Promise<void> {
    const ended = open;
    open = undefined;
    try {
      await ended?.statements.idle();
      await ended?.em.rollback();
    } catch (error) {
      // The server rolls back a broken connection; the original error is already thrown, or had no effect.
      if (!isUnavailable(error)) throw error;
    }
  }

  return {
    run: (statement, args) => (open?.statements.run ?? outside)(statement, args),
    async withEntities(work) {
      if (open) throw new Error('An idempotent request must write in a single transaction');
      const fork = em.fork();
      await fork.begin();
      open = { em: fork, statements: statementsOf(fork) };
      try {
        await first(open.statements.run);
        const value = await work(fork);
        await fork.flush();
        return value;
      } catch (error) {
        await rollback();
        throw error;
      }
    },
    async commit(last) {
      if (!open) return;
      try {
        await last(open.statements.run);
        await open.em.commit();
        open = undefined;
      } catch (error) {
        throw translateDatabaseError(error);
      }
    },
    rollback,
  };
}
