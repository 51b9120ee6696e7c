import type pg from 'pg';
import type { ConnectionSockets } from './connection-sockets.js';
import { MAX_IDLE_POLLS, startPolling } from './poll.js';

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
