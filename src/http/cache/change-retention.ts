import { sql } from 'kysely';
import { createPeriodicFlush, type PeriodicFlush } from '../../adapters/jobs/periodic-flush.js';
import type { Logger } from '../../telemetry/log/log.js';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { MAX_GAP_MS } from './change-feed.js';
import { incarnation } from './snapshots.js';

const INTERVAL_MS = 60_000;
/** Exceeds the gap after which every process discards its snapshot. */
const RETENTION_MS = 2 * MAX_GAP_MS;

interface Horizon {
  readonly horizon: string;
  readonly incarnation: string;
}

const horizonNow = statement<object, Horizon>(
  'horizon of changes',
  () => sql<Horizon>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, ${incarnation} as incarnation`,
);
const deleteOldChanges = statement(
  'delete old changes',
  ($: Parameters<Horizon>) =>
    sql<object>`delete from changes where transaction_id < ${$.horizon}::xid8 and ${incarnation} = ${$.incarnation}`,
);

/**
 * Deletes changes that every process with cached responses has polled. All transactions below a horizon had ended when
 * it was taken, and every snapshot that a process continues from was taken later. After a crash or a promotion, new
 * transactions get IDs below the old horizons, so these are dropped.
 */
export function createChangeRetention(
  run: Run,
  log: Pick<Logger, 'warn' | 'info'>,
  { intervalMs = INTERVAL_MS, retentionMs = RETENTION_MS } = {},
): PeriodicFlush {
  const horizons: (Horizon & { readonly at: number })[] = [];
  const write = async (): Promise<void> => {
    const [row] = await run(horizonNow, {});
    if (!row) return;
    if (row.incarnation !== horizons.at(-1)?.incarnation) horizons.length = 0;
    horizons.push({ ...row, at: performance.now() });
    const old = horizons.findLastIndex(({ at }) => at < performance.now() - retentionMs);
    if (old === -1) return;
    const [latest] = horizons.splice(0, old + 1).slice(-1);
    if (latest) await run(deleteOldChanges, latest);
  };
  return createPeriodicFlush({
    write,
    log,
    intervalMs,
    messages: {
      failed: 'Failed to delete old changes; retrying',
      recovered: 'Resumed deleting old changes',
    },
  });
}
