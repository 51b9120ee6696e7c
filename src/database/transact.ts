import type { Pool } from 'pg';
import { inTransaction } from './in-transaction.js';
import { translated } from '../reads/database-errors.js';
import { createRun } from '../reads/statement.js';
import type { Transact } from '../reads/transaction.js';

/** On a pool whose connections have listeners for their errors; `prepared` as for `createRun`. */
export function createTransact(pool: Pool, options: { readonly prepared: boolean }): Transact {
  return async (work) => {
    try {
      const client = await pool.connect();
      try {
        const executeSql = (text: string, values?: unknown[]) => client.query<object>(text, values);
        return await inTransaction(client, () => work({ run: createRun(client, options), executeSql }));
      } finally {
        client.release();
      }
    } catch (error) {
      throw translated(error);
    }
  };
}
