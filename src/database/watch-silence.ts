import type pg from 'pg';
import type { Lines } from './lines.js';
import { LOOKS_ENOUGH, lookAgain } from './look-again.js';

/** The counters of a pool that show whether a caller waits. */
type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface SilenceParts {
  /** The sockets of all connections of the pools. */
  readonly lines: Lines;
  readonly pools: readonly Pool[];
  /** Checks on another connection whether PostgreSQL responds. */
  readonly answers: () => Promise<boolean>;
  readonly say: (sentence: string) => void;
}

/** Polls without data before the check: the rest leaves time for its response, also on a new connection. */
const LOOKS_TO_ASK = 2;

/**
 * Detects within about 1 second that PostgreSQL is unresponsive while a caller waits: it is frozen, or the network
 * drops all packets. Destroys all connections, so that waiting callers fail now, and new ones fail fast until it
 * responds again. A slow statement does not trigger this, because PostgreSQL still responds to the check.
 *
 * @returns stops the watch
 */
export function watchSilence({ lines, pools, answers, say }: SilenceParts): () => void {
  let [heard, silentLooks, isAsking] = [0, 0, false];

  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const answered = await answers();
    isAsking = false;
    // A server that rejects the check is not unresponsive either: its statements fail fast anyway.
    silentLooks = 0;
    if (!answered || !lines.areCut) return;
    lines.mend();
    say('PostgreSQL responsive again');
  };

  return lookAgain((isPunctual) => {
    const before = heard;
    heard = lines.heard;
    if (lines.areCut) return void ask();
    if (heard !== before || !pools.some(isAwaited)) silentLooks = 0;
    else if (isPunctual) silentLooks += 1;
    if (silentLooks >= LOOKS_TO_ASK) void ask();
    if (silentLooks < LOOKS_ENOUGH) return;
    lines.cut();
    say('PostgreSQL unresponsive: failing fast until it recovers');
  });
}

const isAwaited = ({ totalCount, idleCount, waitingCount }: Pool): boolean =>
  totalCount > idleCount || waitingCount > 0;
