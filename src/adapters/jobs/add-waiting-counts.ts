import type { Logger } from '../../telemetry/log/log.js';
import type { Run } from '../../database/sql/statement.js';
import { applyPendingCounts, hasPendingCounts } from '../../core/reads/pending-counts.js';
import { writeInTurn, type WritingInTurn } from './write-in-turn.js';

/** Pending counts slow down reads, so the interval is short. Every process may apply them; locked rows are skipped. */
const EVERY_MS = 5_000;

/**
 * Applies counts that were deferred because another transaction held the row of a talk or an event. Responses do not
 * change.
 */
export function addWaitingCountsInTurn(run: Run, log: Pick<Logger, 'warn' | 'info'>): WritingInTurn {
  return writeInTurn({
    write: async () => {
      // Checks first: without pending counts, the service never waits for rows of talks and events, least of all at
      // shutdown.
      const [{ waits } = { waits: false }] = await run(hasPendingCounts, {});
      if (waits) await run(applyPendingCounts, {});
    },
    log,
    everyMs: EVERY_MS,
    sentences: {
      failed: 'Failed to apply pending counts; reads still include them; retrying',
      mended: 'Pending counts applied again',
    },
  });
}
