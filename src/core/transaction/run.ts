import type { ClientBase, Pool, QueryConfig } from 'pg';
import { translated } from './database-errors.js';
import type { Run, RunOptions } from '../../database/sql/statement.js';
import { WeighedQuery } from '../../database/sql/weighed-query.js';

/**
 * Creates a function that runs statements on a pool or a connection.
 *
 * The function throws DomainError UNAVAILABLE if the database is unreachable, INVALID if a text contains U+0000, the
 * error of `weigh` if the result is too large, and other errors of `pg` unchanged.
 */
export function createRun(pool: Pick<Pool | ClientBase, 'query'>, { prepared, weigh }: RunOptions): Run {
  return async ({ name, text, values, isSearch }, args, page) => {
    // `statement` identifies the query to instrumentation of the pool, prepared or not.
    const query = { text, values: values(args), statement: name, ...(prepared && !isSearch && { name }) };
    const intake = weigh?.();
    try {
      const { rows } = await pool.query(intake ? weighed(query, intake, page) : query);
      return rows;
    } catch (error) {
      throw translated(error);
    } finally {
      intake?.end();
    }
  };
}

/** `pool.query` accepts a custom query object, too, but its types declare this only for connections. */
const weighed = (...given: ConstructorParameters<typeof WeighedQuery>) =>
  new WeighedQuery(...given) as unknown as QueryConfig;
