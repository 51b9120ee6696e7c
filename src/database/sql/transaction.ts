import type { ClientBase } from 'pg';
import type { Run } from './statement.js';

/** One transaction on one connection. Its statements run in the order of the calls. */
export interface Transaction {
  /**
   * Pipelines statements: concurrent calls do not wait for the result of the previous one. The first statements of the
   * work must only read, because they are sent before BEGIN is acknowledged.
   */
  readonly run: Run;
  /**
   * Runs the last statement. COMMIT is pipelined behind it, so that locks are not held for a round trip to this
   * process. If another component owns the transaction, that component commits.
   */
  readonly runLast: Run;
  /** For libraries that generate their own SQL. */
  readonly executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
}

/** Runs `work` in a transaction, which is rolled back if it fails. The client must not be in a transaction already. */
export async function withTransaction<Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
