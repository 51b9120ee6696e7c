import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction as KyselyTransaction } from 'kysely';
import pLimit from 'p-limit';
import type { HeldTransaction } from '../context.js';
import { isUnavailable } from '../database/unavailable.js';
import { translated } from '../reads/database-errors.js';
import type { Run, Statement } from '../reads/statement.js';
import type { Transaction } from '../reads/transaction.js';

interface Open {
  readonly em: EntityManager;
  readonly run: Run;
  /** Resolves when all that was asked for has been done. */
  readonly idle: () => Promise<void>;
}

/** A transaction that begins with the first write of a request, and ends when somebody says so. */
export interface OpenableTransaction extends HeldTransaction {
  /** Inside the transaction while it is open: what is read for the answer needs no second connection. */
  readonly run: Run;
  /** Commits, after some last work; does nothing where nothing was written. Fails as `Run` does. */
  commit(last: (run: Run) => Promise<void>): Promise<void>;
  /** Does nothing where nothing is open. */
  rollback(): Promise<void>;
}

/**
 * @param outside runs statements while no transaction is open
 * @param first is done in the transaction before the work; when it fails, that is never begun
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
      // Where several were asked for at once and one failed: what comes after the end would be done by itself, and stay.
      await ended?.idle();
      await ended?.em.rollback();
    } catch (error) {
      // A connection that has broken is rolled back by the server, and what broke it is told already, or has hurt nobody.
      if (!isUnavailable(error)) throw error;
    }
  }

  return {
    run: (statement, args) => (open?.run ?? outside)(statement, args),
    async write(work) {
      if (open) throw new Error('A request that is done once writes in one transaction');
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
        throw translated(error);
      }
    },
    rollback,
  };
}

/** Statements on the connection of the ORM's transaction, one after the other. */
function transactionOf(em: EntityManager): Pick<Open, 'idle'> & { readonly transaction: Transaction } {
  const transaction = em.getTransactionContext<KyselyTransaction<unknown>>();
  if (!transaction) throw new Error('The ORM has begun no transaction');
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
      throw translated(error);
    }
  };
  return { transaction: { run, runLast: run, executeSql }, idle: () => oneAtATime(async () => undefined) };
}
