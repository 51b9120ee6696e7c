import type { ClientBase, Pool } from 'pg';
import { translated } from '../reads/database-errors.js';
import { createRun, type RunOptions } from '../reads/statement.js';
import type { Transact, Transaction } from '../reads/transaction.js';

declare module 'pg' {
  interface ClientBase {
    /** Whether statements are sent as they come, even while an earlier one is unanswered. Reads by parts forbid it. */
    pipeline: boolean;
  }
}

/** On a pool whose connections have listeners for their errors; `prepared` as for `createRun`. */
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

/** The work begins before it is known that the transaction has: all that is asked for first goes out at once. */
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
      // Behind a `begin` that failed it would be done by itself, and stay.
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
    // A commit that is answered has rolled back what had failed. One that is not says nothing: a rollback does.
    if (!(await isAnswered(committed))) await client.query('rollback');
    throw error;
  }
}

const isAnswered = async (committed: Promise<unknown> | undefined): Promise<boolean> =>
  (await committed?.then(
    () => true,
    () => false,
  )) ?? false;
