import type pg from 'pg';
import { MAX_IDLE_POLLS, startPolling } from './poll.js';

/** A caller that waits for a connection of the pool. */
interface WaitingCaller {
  readonly callback: (error: Error) => void;
}

/**
 * Rejects waiting callers if no connection has been acquired for about 1 second: all are occupied by work that does not
 * end, so clients should retry. A long queue that moves is legitimate: a whole audience may comment at once.
 *
 * @returns stops the watch
 */
export function failStalledQueue(pool: pg.Pool): () => void {
  let [acquired, acquiredBefore, stalledPolls] = [0, 0, 0];
  pool.on('acquire', () => (acquired += 1));
  return startPolling((isPunctual) => {
    if (acquired !== acquiredBefore || pool.waitingCount === 0) stalledPolls = 0;
    else if (isPunctual) stalledPolls += 1;
    acquiredBefore = acquired;
    if (stalledPolls < MAX_IDLE_POLLS) return;
    // Like the acquire timeout of the pool, which stores no other state about a waiting caller.
    for (const { callback } of queueOf(pool).splice(0))
      callback(new Error('timeout exceeded when trying to connect: no connection has become free'));
  });
}

const queueOf = (pool: pg.Pool): WaitingCaller[] => Reflect.get(pool, '_pendingQueue') as WaitingCaller[];
