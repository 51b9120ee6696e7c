import { types } from 'node:util';
import type pg from 'pg';

const BEGIN_OR_ROLLBACK = /^(begin|start transaction|rollback$)/i;

/**
 * Takes connections back that broke around a transaction. Whoever holds one while `begin` or `rollback` fails, as the ORM
 * does, does not give it back: it would stay taken for ever, and after as many as the pool has nobody would be answered.
 */
export function takeBrokenBack(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const watching = (...given: unknown[]): unknown => {
      const result = query(...given);
      const [text] = given;
      if (typeof text !== 'string' || !BEGIN_OR_ROLLBACK.test(text) || !types.isPromise(result)) return result;
      return result.catch((error: unknown) => {
        end(client);
        throw error;
      });
    };
    Object.assign(client, { query: watching });
  });
}

/** Ends the connection; giving it back once more does nothing. */
function end(client: pg.PoolClient): void {
  client.release(true);
  client.release = () => undefined;
}
