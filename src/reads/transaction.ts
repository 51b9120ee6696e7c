import type { Run } from './statement.js';

/** One connection for as long as one transaction lasts. */
export interface Transaction {
  readonly run: Run;
  /** For libraries that write SQL of their own. */
  readonly executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
}

/**
 * Does the work in one transaction of prepared statements: all of it or nothing. Fails as `Run` does, and with what `work`
 * throws.
 */
export type Transact = <Value>(work: (transaction: Transaction) => Promise<Value>) => Promise<Value>;
