import type { ClientBase, Pool, QueryConfig } from 'pg';
import { translateDatabaseError } from './database-errors.js';
import type { Run, RunOptions } from '../../database/sql/statement.js';
import { SizeLimitedQuery } from '../../database/sql/size-limited-query.js';

/**
 * Creates a function that runs statements on a pool or a connection.
 *
 * The function throws DomainError UNAVAILABLE if the database is unreachable, INVALID if a text contains U+0000, the
 * error of `weigh` if the result is too large, and other errors of `pg` unchanged.
 */
export function createRun(pool: Pick<Pool | ClientBase, 'query'>, { prepared, measureResult }: RunOptions): Run {
  return async ({ name, text, values, isSearch }, args, page) => {
    // `statement` identifies the query to instrumentation of the pool, prepared or not.
    const query = { text, values: values(args), statement: name, ...(prepared && !isSearch && { name }) };
    const meter = measureResult?.();
    try {
      const { rows } = await pool.query(meter ? sizeLimited(query, meter, page) : query);
      return rows;
    } catch (error) {
      throw translateDatabaseError(error);
    } finally {
      meter?.end();
    }
  };
}

/** `pool.query` accepts a custom query object, too, but its types declare this only for connections. */
const sizeLimited = (...args: ConstructorParameters<typeof SizeLimitedQuery>) =>
  new SizeLimitedQuery(...args) as unknown as QueryConfig;
