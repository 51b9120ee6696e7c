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

/**
 * Runs the work in one transaction of prepared statements: it commits as a whole or rolls back. Rejects as `Run` does,
 * or with the error of `work`, which rolls back nothing after `runLast`.
 */
export type Transact = <Value>(work: (transaction: Transaction) => Promise<Value>) => Promise<Value>;
