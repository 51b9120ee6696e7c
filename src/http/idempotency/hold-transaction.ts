import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction as KyselyTransaction } from 'kysely';
import pLimit from 'p-limit';
import type { HeldTransaction } from '../../core/context.js';
import { isUnavailable } from '../../database/is-unavailable.js';
import { translateDatabaseError } from '../../core/transaction/database-errors.js';
import type { Run, Statement } from '../../database/sql/statement.js';
import type { Transaction } from '../../database/sql/transaction.js';

interface Open {
  readonly em: EntityManager;
  readonly run: Run;
  /** Resolves when all queued statements are done. */
  readonly idle: () => Promise<void>;
}

/** A transaction that begins with the first write of a request, and ends explicitly. */
export interface OpenableTransaction extends HeldTransaction {
  /** Runs inside the transaction while it is open, so that reads for the response need no second connection. */
  readonly run: Run;
  /** Runs the last statements and commits; a no-op if nothing was written. Throws the same errors as `Run`. */
  commit(last: (run: Run) => Promise<void>): Promise<void>;
  /** A no-op if no transaction is open. */
  rollback(): Promise<void>;
}

/**
 * Opens the transaction of a request lazily, on its first write.
 *
 * @param outside runs statements while no transaction is open
 * @param first runs in the transaction before the work; if it fails, the work does not start
 */
export function holdTransaction(
  em: EntityManager,
  outside: Run,
  first: (run: Run) => Promise<void>,
): OpenableTransaction {
  let open: Open | undefined;

  async function rollback(): Promise<void> {
    const ended = open;
    open = undefined;
    try {
      // If one of several concurrent statements failed, the queued ones would autocommit after ROLLBACK: await them
      // first.
      await ended?.idle();
      await ended?.em.rollback();
    } catch (error) {
      // The server rolls back a broken connection; the original error is already thrown, or had no effect.
      if (!isUnavailable(error)) throw error;
    }
  }

  return {
    run: (statement, args) => (open?.run ?? outside)(statement, args),
    async write(work) {
      if (open) throw new Error('An idempotent request must write in a single transaction');
      const fork = em.fork();
      await fork.begin();
      const { transaction, idle } = transactionOf(fork);
      open = { em: fork, run: transaction.run, idle };
      try {
        await first(transaction.run);
        const value = await work(fork, transaction);
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
        await last(open.run);
        await open.em.commit();
        open = undefined;
      } catch (error) {
        throw translateDatabaseError(error);
      }
    },
    rollback,
  };
}

/** Serializes statements on the connection of the ORM's transaction. */
function transactionOf(em: EntityManager): Pick<Open, 'idle'> & { readonly transaction: Transaction } {
  const transaction = em.getTransactionContext<KyselyTransaction<unknown>>();
  if (!transaction) throw new Error('No active ORM transaction');
  const oneAtATime = pLimit(1);
  const executeSql = (text: string, values: unknown[] = []) =>
    oneAtATime(async () => {
      const { rows } = await transaction.executeQuery<object>(CompiledQuery.raw(text, values));
      return { rows };
    });
  const run: Run = async <Arguments, Row>({ text, values }: Statement<Arguments, Row>, args: Arguments) => {
    try {
      return (await executeSql(text, values(args))).rows as Row[];
    } catch (error) {
      throw translateDatabaseError(error);
    }
  };
  return { transaction: { run, runLast: run, executeSql }, idle: () => oneAtATime(async () => undefined) };
}
