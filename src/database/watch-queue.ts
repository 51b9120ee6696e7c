import type pg from 'pg';
import { LOOKS_ENOUGH, lookAgain } from './look-again.js';

/** Somebody who waits for a connection of the pool. */
interface Waiting {
  readonly callback: (error: Error) => void;
}

/**
 * Sends away whoever waits for a connection when for about a second nobody at all has got one: all connections are taken
 * by something that does not end, and a client does better to come again. A queue that moves may be long: a whole audience
 * that comments at once is let in.
 *
 * @returns ends the watch
 */
export function watchQueue(pool: pg.Pool): () => void {
  let [taken, takenBefore, stillLooks] = [0, 0, 0];
  pool.on('acquire', () => (taken += 1));
  return lookAgain((isPunctual) => {
    if (taken !== takenBefore || pool.waitingCount === 0) stillLooks = 0;
    else if (isPunctual) stillLooks += 1;
    takenBefore = taken;
    if (stillLooks < LOOKS_ENOUGH) return;
    // As the pool does it when somebody has waited too long, of which it keeps no other account.
    for (const { callback } of queueOf(pool).splice(0))
      callback(new Error('timeout exceeded when trying to connect: no connection has become free'));
  });
}

const queueOf = (pool: pg.Pool): Waiting[] => Reflect.get(pool, '_pendingQueue') as Waiting[];
