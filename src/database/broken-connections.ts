import { types } from 'node:util';
import type pg from 'pg';

const BEGIN_OR_ROLLBACK = /^(begin|start transaction|rollback$)/i;
/** SQLSTATE of a write to a read-only server. */
const READS_ONLY = '25006';

/**
 * Destroys connections whose BEGIN or ROLLBACK failed. The ORM does not release them, so the pool would eventually be
 * exhausted. Also destroys connections to a read-only server when they are released: a new one may reach the promoted
 * standby.
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

/** Destroys the connection; releasing it again is a no-op. */
function end(client: pg.PoolClient): void {
  client.release(true);
  client.release = () => undefined;
}

/** Destroys the connection when it is released. */
function endLater(client: pg.PoolClient): void {
  const release = client.release.bind(client);
  client.release = () => release(true);
}
