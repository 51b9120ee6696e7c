import type { ClientBase, Pool, QueryConfig } from 'pg';
import type { PreparedQuery } from './prepared-query.js';

/** Sends a query, and returns its rows. Rejects with the errors of `pg`. */
export type Send = (query: PreparedQuery) => Promise<unknown[]>;

/** Sends each query on a connection of its own from the pool. */
export const sendOnPool =
  (pool: Pick<Pool, 'query'>): Send =>
  async (query) =>
    // A pool accepts a query object, too, but its types declare this only for connections.
    (await pool.query<object>(query as unknown as QueryConfig)).rows;

/** Sends all queries on one connection, in the order of the calls. */
export const sendOnConnection =
  (client: Pick<ClientBase, 'query'>): Send =>
  (query) =>
    new Promise((resolve, reject) => {
      query.callback = (error, result) => (result ? resolve(result.rows) : reject(error ?? new Error('No result')));
      client.query(query);
    });
