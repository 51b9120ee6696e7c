import type { ClientBase, Pool } from 'pg';
import { translated } from './database-errors.js';
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
      throw translated(error);
    }
  };
}

/** Starts the work without awaiting BEGIN, so that BEGIN and the first statements share a round trip. */
async function inPipeline<Value>(
  client: ClientBase,
  options: RunOptions,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const ask = createRun(client, options);
  let committed: Promise<unknown> | undefined;
  let isOver = false;
  const transaction: Transaction = {
    run: async (...asked) => ask(...inTime(asked)),
    executeSql: async (...asked) => client.query<object>(...inTime(asked)),
    async runLast(...asked) {
      // If BEGIN failed, this statement would autocommit.
      await begun;
      const ran = ask(...inTime(asked));
      isOver = true;
      committed = client.query('commit');
      const [rows] = await Promise.all([ran, committed]);
      return rows;
    },
  };
  function inTime<Asked>(asked: Asked): Asked {
    if (isOver) throw new Error('A statement came after the end of its transaction');
    return asked;
  }

  const begun = client.query('begin');
  const [beginning, done] = await Promise.allSettled([begun, (async () => work(transaction))()]);
  isOver = true;
  if (beginning.status === 'rejected') throw beginning.reason;
  try {
    if (done.status === 'rejected') throw done.reason;
    await (committed ?? client.query('commit'));
    return done.value;
  } catch (error) {
    // A completed COMMIT has ended the transaction: after a failure, by rolling back. Otherwise, roll back explicitly.
    if (!(await isAnswered(committed))) await client.query('rollback');
    throw error;
  }
}

const isAnswered = async (committed: Promise<unknown> | undefined): Promise<boolean> =>
  (await committed?.then(
    () => true,
    () => false,
  )) ?? false;
