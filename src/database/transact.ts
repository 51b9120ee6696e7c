import type { ClientBase, Pool } from 'pg';
import { translated } from '../reads/database-errors.js';
import { createRun, type Run, type RunOptions } from '../reads/statement.js';
import type { Transact, Transaction } from '../reads/transaction.js';

declare module 'pg' {
  interface ClientBase {
    /** Whether statements are sent as they come, also while an earlier one is not answered. Reads by parts forbid it. */
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

/** The work begins before it is known that the transaction has: what is asked for at once arrives in one message. */
async function inPipeline<Value>(
  client: ClientBase,
  options: RunOptions,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const run = createRun(client, options);
  let committed: Promise<unknown> | undefined;
  const runLast: Run = async (...last) => {
    const ran = run(...last);
    committed = client.query('commit');
    const [rows] = await Promise.all([ran, committed]);
    return rows;
  };
  const executeSql = (text: string, values?: unknown[]) => client.query<object>(text, values);
  const [begun, done] = await Promise.allSettled([client.query('begin'), work({ run, runLast, executeSql })]);
  if (begun.status === 'rejected') throw begun.reason;
  if (done.status === 'rejected') {
    // After the last statement PostgreSQL rolls back by itself what failed.
    await (committed ?? client.query('rollback'));
    throw done.reason;
  }
  await (committed ?? client.query('commit'));
  return done.value;
}
