import { sql } from 'kysely';
import { statement, type Run } from '../reads/statement.js';

/** Made by a migration: `key`, `points` and `expire`, in milliseconds since 1970. */
export const TABLE = 'rate_limits';

/** A query as rate-limiter-flexible gives it to a pool. */
interface StoreQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * What rate-limiter-flexible takes for a pool: the service's own way of running statements, so that poolers without
 * named statements work, and a database that is away is told of in the same words as everywhere.
 */
export function storeClient(run: Run): { query(query: StoreQuery): Promise<{ rows: unknown[]; rowCount: number }> } {
  return {
    async query({ name, text, values }) {
      const rows = await run<object, unknown>({ name, text, values: () => values }, {});
      return { rows, rowCount: rows.length };
    },
  };
}

/** Takes one time back from a window that is still open; the library's own would give the next window one too many. */
export const giveBack = statement<{ key: string; now: number }, object>(
  'limits_give_back',
  ($) => sql<object>`
    update ${sql.table(TABLE)} set points = greatest(points - 1, 0) where key = ${$.key} and expire > ${$.now}`,
);
