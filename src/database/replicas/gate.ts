import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { PreparedQuery } from '../sql/prepared-query.js';
import { sendOnPool } from '../sql/send.js';
import { queryOf } from '../sql/statement.js';
import { replayedPosition } from './position.js';

/** Knows how far one replica has replayed the log. */
export interface Gate {
  /**
   * Whether the replica has replayed a position; waits for it, but not long. Callers share one statement per
   * millisecond. A hint that avoids useless reads, which check it again.
   */
  readonly hasReplayed: (lsn: number) => Promise<boolean>;
  /** The position that it has replayed now. Rejects if it does not respond within a quarter of a second. */
  readonly position: () => Promise<number>;
}

const INTERVAL_MS = 1;
const RESPONSE_MS = 250;

/**
 * @param pool of one connection, which does not serve reads
 * @param waitMs maximum duration of `hasReplayed`, also if the replica does not respond
 */
export function createGate(pool: Pool, waitMs: number, prepared: boolean): Gate {
  const send = sendOnPool(pool);
  let known = -Infinity;
  let polling: Promise<number> | undefined;

  async function read(): Promise<number> {
    const rows = await send(new PreparedQuery(queryOf(replayedPosition, {}, prepared)));
    const [row] = rows as readonly { readonly lsn: number | null }[];
    return row?.lsn ?? -Infinity;
  }

  /** A frozen replica must not hold up reads that the primary can serve. */
  async function readWithin(ms: number): Promise<number> {
    polling ??= read().finally(() => (polling = undefined));
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeout.reject(new Error('timeout exceeded when trying to connect')), ms);
    try {
      return await Promise.race([polling, timeout.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async hasReplayed(lsn) {
      const deadline = performance.now() + waitMs;
      while (known < lsn) {
        const left = deadline - performance.now();
        if (left <= 0) return false;
        known = await readWithin(left);
        if (known < lsn) await sleep(INTERVAL_MS);
      }
      return true;
    },
    position: () => readWithin(RESPONSE_MS),
  };
}
