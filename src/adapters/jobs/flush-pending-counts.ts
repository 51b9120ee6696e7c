import type { Logger } from '../../telemetry/log/log.js';
import type { Run } from '../../database/sql/statement.js';
import { applyPendingCounts, hasPendingCounts } from '../../core/reads/pending-counts.js';
import { createPeriodicFlush, type PeriodicFlush } from './periodic-flush.js';

/** Pending counts slow down reads, so the interval is short. Every process may apply them; locked rows are skipped. */
const INTERVAL_MS = 5_000;

/**
 * Applies counts that were deferred because another transaction held the row of a talk or an event. Responses do not
 * change.
 */
export function createPendingCountsFlush(run: Run, log: Pick<Logger, 'warn' | 'info'>): PeriodicFlush {
  return createPeriodicFlush({
    write: async () => {
      // Checks first: without pending counts, the service never waits for rows of talks and events, least of all at
      // shutdown.
      const [{ waits } = { waits: false }] = await run(hasPendingCounts, {});
      if (waits) await run(applyPendingCounts, {});
    },
    log,
    intervalMs: INTERVAL_MS,
    messages: {
      failed: 'Failed to apply pending counts; reads still include them; retrying',
      recovered: 'Resumed applying pending counts',
    },
  });
}
