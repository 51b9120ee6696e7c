import type { Logger } from '../log.js';
import type { Run } from '../reads/statement.js';
import { addWaitingCounts, whatWaits } from '../reads/waiting-counts.js';
import { writeInTurn, type WritingInTurn } from './write-in-turn.js';

/** Readers pay for what waits, so that it does not wait long; each process may do it, and none waits for another. */
const EVERY_MS = 5_000;

/** Adds to talks and events what people counted while somebody else held their rows. No answer changes by that. */
export function addWaitingCountsInTurn(run: Run, log: Pick<Logger, 'warn' | 'info'>): WritingInTurn {
  return writeInTurn({
    write: async () => {
      // Asked first, so that nothing waits for talks and events, in a service that ends least of all, when nothing is to do.
      const [{ waits } = { waits: false }] = await run(whatWaits, {});
      if (waits) await run(addWaitingCounts, {});
    },
    log,
    everyMs: EVERY_MS,
    sentences: {
      failed: 'Counts that wait cannot be added to their talks; they are shown all the same, and it is tried again',
      mended: 'Counts that wait are added to their talks again',
    },
  });
}
