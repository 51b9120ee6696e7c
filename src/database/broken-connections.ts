import { types } from 'node:util';
import type pg from 'pg';

const BEGIN_OR_ROLLBACK = /^(begin|start transaction|rollback$)/i;
/** SQLSTATE of a write to a server that only reads. */
const READS_ONLY = '25006';

/**
 * Takes connections back that broke around a transaction. Whoever holds one while `begin` or `rollback` fails, as the ORM
 * does, does not give it back: it would stay taken for ever, and after as many as the pool has nobody would be answered.
 * And has those end that lead to a server which only reads: a new one may lead to the one that has taken over.
 */
export function takeBrokenBack(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const watching = (...given: unknown[]): unknown => {
      const result = query(...given);
      if (!types.isPromise(result)) return result;
      const [text] = given;
      return result.catch((error: unknown) => {
        if (typeof text === 'string' && BEGIN_OR_ROLLBACK.test(text)) end(client);
        else if (Reflect.get(Object(error), 'code') === READS_ONLY) endLater(client);
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

/** Ends the connection when it is given back. */
function endLater(client: pg.PoolClient): void {
  const release = client.release.bind(client);
  client.release = () => release(true);
}
