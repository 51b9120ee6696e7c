import type { ClientBase, Pool } from 'pg';
import { translateDatabaseError } from './database-errors.js';
import type { RunOptions } from '../../database/sql/statement.js';
import { createRun } from './run.js';
import type { Transact, Transaction } from '../../database/sql/transaction.js';

declare module 'pg' {
  interface ClientBase {
    /** Enables pipelining: sends statements before earlier ones complete. Incompatible with fetching in batches. */
    pipeline: boolean;
  }
}

/** Requires a pool whose connections have `error` listeners; `prepared` as for `createRun`. */
export function createTransact(pool: Pool, options: Pick<RunOptions, 'prepared'>): Transact {
  return async (work) => {
    try {
      const client = await pool.connect();
      client.pipeline = true;
      try {
        return await inPipeline(client, options, work);
      } finally {
        client.pipeline = false;
        client.release();
      }
    } catch (error) {
      throw translateDatabaseError(error);
    }
  };
}

/** Starts the work without awaiting BEGIN, so that BEGIN and the first statements share a round trip. */
async function inPipeline<Value>(
  client: ClientBase,
  options: RunOptions,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const run = createRun(client, options);
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
