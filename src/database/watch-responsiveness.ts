import type pg from 'pg';
import type { ConnectionSockets } from './connection-sockets.js';

/** Polling interval of a watch. */
const INTERVAL_MS = 100;
/** A later poll follows a blocked event loop: responses may still be unread. */
const MAX_DELAY_MS = 50;

/** Consecutive punctual polls before a watch acts: nearly 1 second, and 1 second including the response time. */
const MAX_IDLE_POLLS = 8;

/**
 * Polls at a fixed interval, even when idle, so that a watch costs the same under load.
 *
 * @param poll receives whether the poll was punctual
 * @returns stops polling
 */
function startPolling(poll: (isPunctual: boolean) => void): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const before = last;
    last = performance.now();
    poll(last - before < INTERVAL_MS + MAX_DELAY_MS);
  }, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

/** The counters of a pool that show whether a caller waits. */
type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface WatchOptions {
  /** The sockets of all connections of the pools. */
  readonly sockets: ConnectionSockets;
  readonly pools: readonly Pool[];
  /** Checks on another connection whether PostgreSQL responds. */
  readonly isResponsive: () => Promise<boolean>;
  readonly log: (sentence: string) => void;
}

/** Polls without data before the check: the rest leaves time for its response, also on a new connection. */
const POLLS_BEFORE_PROBE = 2;

/**
 * Detects within about 1 second that PostgreSQL is unresponsive while a caller waits: it is frozen, or the network
 * drops all packets. Destroys all connections, so that waiting callers fail now, and new ones fail fast until it
 * responds again. A slow statement does not trigger this, because PostgreSQL still responds to the check.
 *
 * @returns stops the watch
 */
export function watchResponsiveness({ sockets, pools, isResponsive, log }: WatchOptions): () => void {
  let [received, silentPolls, isProbing] = [0, 0, false];

  const probe = async (): Promise<void> => {
    if (isProbing) return;
    isProbing = true;
    const responded = await isResponsive();
    isProbing = false;
    // A server that rejects the check is not unresponsive either: its statements fail fast anyway.
    silentPolls = 0;
    if (!responded || !sockets.isBlocked) return;
    sockets.unblock();
    log('PostgreSQL responsive again');
  };

  return startPolling((isPunctual) => {
    const before = received;
    received = sockets.bytesReceived;
    if (sockets.isBlocked) return void probe();
    if (received !== before || !pools.some(hasCaller)) silentPolls = 0;
    else if (isPunctual) silentPolls += 1;
    if (silentPolls >= POLLS_BEFORE_PROBE) void probe();
    if (silentPolls < MAX_IDLE_POLLS) return;
    sockets.block();
    log('PostgreSQL unresponsive: failing fast until it recovers');
  });
}

const hasCaller = ({ totalCount, idleCount, waitingCount }: Pool): boolean =>
  totalCount > idleCount || waitingCount > 0;

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
