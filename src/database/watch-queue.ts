import type pg from 'pg';
import { LOOKS_ENOUGH, lookAgain } from './look-again.js';

/** A caller that waits for a connection of the pool. */
interface Waiting {
  readonly callback: (error: Error) => void;
}

/**
 * Rejects waiting callers if no connection has been acquired for about 1 second: all are occupied by work that does not
 * end, so clients should retry. A long queue that moves is legitimate: a whole audience may comment at once.
 *
 * @returns stops the watch
 */
export function watchQueue(pool: pg.Pool): () => void {
  let [taken, takenBefore, stillLooks] = [0, 0, 0];
  pool.on('acquire', () => (taken += 1));
  return lookAgain((isPunctual) => {
    if (taken !== takenBefore || pool.waitingCount === 0) stillLooks = 0;
    else if (isPunctual) stillLooks += 1;
    takenBefore = taken;
    if (stillLooks < LOOKS_ENOUGH) return;
    // Like the acquire timeout of the pool, which stores no other state about a waiting caller.
    for (const { callback } of queueOf(pool).splice(0))
      callback(new Error('timeout exceeded when trying to connect: no connection has become free'));
  });
}

const queueOf = (pool: pg.Pool): Waiting[] => Reflect.get(pool, '_pendingQueue') as Waiting[];
