import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClientBase, Pool } from 'pg';
import { translateDatabaseError, createRun } from './run.js';
import { inPipeline } from '../../database/sql/pipeline.js';
import { sendOnConnection } from '../../database/sql/send.js';
import type { RunOptions } from '../../database/sql/statement.js';
import type { Transaction } from '../../database/sql/transaction.js';
import type { OpenTransaction, TransactionSource } from './transactions.js';

/** Opens a transaction for each write: of the ORM, or of pipelined statements. Parameters as of `pipelinedTransactions`. */
export const openTransactions = (em: EntityManager, pool: Pool, options: RunOptions): TransactionSource => ({
  withEntities: (work) => em.fork().transactional(work),
  withStatements: pipelinedTransactions(pool, options),
});

/**
 * Runs each work in one transaction of prepared statements, which are pipelined. It commits as a whole or rolls back.
 * Rejects as `Run` does, or with the error of the work, which rolls back nothing after `runLast`.
 *
 * @param pool its connections have `error` listeners
 * @param options as for `createRun`
 */
export function pipelinedTransactions(pool: Pool, options: RunOptions): OpenTransaction<Transaction> {
  return async (work) => {
    try {
      const client = await pool.connect();
      try {
        return await inPipeline(client, () => inTransaction(client, options, work));
      } finally {
        client.release();
      }
    } catch (error) {
      throw translateDatabaseError(error);
    }
  };
}

/** Starts the work without awaiting BEGIN, so that BEGIN and the first statements share a round trip. */
async function inTransaction<Value>(
  client: ClientBase,
  options: RunOptions,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const run = createRun(sendOnConnection(client), options);
  let committed: Promise<unknown> | undefined;
  let isEnded = false;
  const transaction: Transaction = {
    run: async (...args) => run(...requireOpen(args)),
    executeSql: async (...args) => client.query<object>(...requireOpen(args)),
    async runLast(...args) {
      // If BEGIN failed, this statement would autocommit.
      await begun;
      const result = run(...requireOpen(args));
      isEnded = true;
      committed = client.query('commit');
      const [rows] = await Promise.all([result, committed]);
      return rows;
    },
  };
  function requireOpen<Args>(args: Args): Args {
    if (isEnded) throw new Error('A statement came after the end of its transaction');
    return args;
  }

  const begun = client.query('begin');
  const [beginning, outcome] = await Promise.allSettled([begun, (async () => work(transaction))()]);
  isEnded = true;
  if (beginning.status === 'rejected') throw beginning.reason;
  try {
    if (outcome.status === 'rejected') throw outcome.reason;
    await (committed ?? client.query('commit'));
    return outcome.value;
  } catch (error) {
    // A completed COMMIT has ended the transaction: after a failure, by rolling back. Otherwise, roll back explicitly.
    if (!(await isCommitted(committed))) await client.query('rollback');
    throw error;
  }
}

const isCommitted = async (committed: Promise<unknown> | undefined): Promise<boolean> =>
  (await committed?.then(
    () => true,
    () => false,
  )) ?? false;
