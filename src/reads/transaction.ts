import type { Run } from './statement.js';

/** One connection for as long as one transaction lasts. Its statements run in the order in which they are asked for. */
export interface Transaction {
  /**
   * Where several are asked for at once, none waits here for the answer to the one before. What the work asks for first must
   * only read: it goes out before it is known that the transaction has begun.
   */
  readonly run: Run;
  /**
   * Runs what the work ends with. The commit goes out behind it, so that nobody waits for its locks while this process is
   * told and answers; where somebody else ends the transaction, he commits.
   */
  readonly runLast: Run;
  /** For libraries that write SQL of their own. */
  readonly executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
}

/**
 * Does the work in one transaction of prepared statements: all of it or nothing. Fails as `Run` does, and with what `work`
 * throws, which takes nothing back after `runLast`.
 */
export type Transact = <Value>(work: (transaction: Transaction) => Promise<Value>) => Promise<Value>;
