import type { Run } from './statement.js';

/** One connection for as long as one transaction lasts. Its statements run one after the other, as they are asked for. */
export interface Transaction {
  /** Where several are asked for at once, none waits here for the answer of the one before. */
  readonly run: Run;
  /** Runs what the work ends with, and commits without waiting here in between: so long its locks would keep others away. */
  readonly runLast: Run;
  /** For libraries that write SQL of their own. */
  readonly executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
}

/**
 * Does the work in one transaction of prepared statements: all of it or nothing. Fails as `Run` does, and with what `work`
 * throws, which takes nothing back after `runLast`.
 */
export type Transact = <Value>(work: (transaction: Transaction) => Promise<Value>) => Promise<Value>;
