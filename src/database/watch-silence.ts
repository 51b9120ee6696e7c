import type pg from 'pg';
import type { Lines } from './lines.js';
import { LOOKS_ENOUGH, lookAgain } from './look-again.js';

/** A pool, as far as it tells whether somebody waits. */
type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface SilenceParts {
  /** Those of all connections of the pools. */
  readonly lines: Lines;
  readonly pools: readonly Pool[];
  /** Asks on another connection whether PostgreSQL answers. */
  readonly answers: () => Promise<boolean>;
  readonly say: (sentence: string) => void;
}

/** From this look to the last one there is time to be answered, also on a new connection. */
const LOOKS_TO_ASK = 2;

/**
 * Notices within about a second that PostgreSQL, on which somebody waits, says nothing any more: it is frozen, or the way
 * to it swallows everything. Then all connections end, so that whoever waits is answered now, and nobody waits anew until
 * it answers again. A statement that only takes its time ends nothing: PostgreSQL still answers the question.
 *
 * @returns ends the watch
 */
export function watchSilence({ lines, pools, answers, say }: SilenceParts): () => void {
  let [heard, silentLooks, isAsking] = [0, 0, false];

  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const answered = await answers();
    isAsking = false;
    // One that refuses is not silent either: statements fail by themselves.
    silentLooks = 0;
    if (!answered || !lines.areCut) return;
    lines.mend();
    say('PostgreSQL answers again');
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
    say('PostgreSQL says nothing: until it answers again, nobody waits for it');
  });
}

const isAwaited = ({ totalCount, idleCount, waitingCount }: Pool): boolean =>
  totalCount > idleCount || waitingCount > 0;
