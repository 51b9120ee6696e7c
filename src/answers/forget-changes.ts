import { sql } from 'kysely';
import { writeInTurn, type WritingInTurn } from '../jobs/write-in-turn.js';
import type { Logger } from '../log.js';
import { statement, type Parameters, type Run } from '../reads/statement.js';
import { LONGEST_GAP_MS } from './changes.js';

const EVERY_MS = 60_000;
/** Longer than any process that keeps answers goes without a look. */
const REMEMBERED_MS = 2 * LONGEST_GAP_MS;

const horizon = statement<object, { horizon: string }>(
  'horizon of changes',
  () => sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
);
const forget = statement(
  'forget changes',
  ($: Parameters<{ horizon: string }>) => sql<object>`delete from changes where transaction_id < ${$.horizon}::xid8`,
);

/**
 * Deletes changes that every process has seen whose answers may still be told. All transactions below a horizon had ended
 * when it was taken; every look that a process goes on from was taken later.
 */
export function forgetChanges(run: Run, log: Pick<Logger, 'warn' | 'info'>): WritingInTurn {
  const horizons: { readonly at: number; readonly horizon: string }[] = [];
  const write = async (): Promise<void> => {
    const [row] = await run(horizon, {});
    if (row) horizons.push({ at: performance.now(), horizon: row.horizon });
    const old = horizons.findLastIndex(({ at }) => at < performance.now() - REMEMBERED_MS);
    if (old === -1) return;
    const [latest] = horizons.splice(0, old + 1).slice(-1);
    if (latest) await run(forget, { horizon: latest.horizon });
  };
  return writeInTurn({
    write,
    log,
    everyMs: EVERY_MS,
    sentences: {
      failed: 'Old changes cannot be forgotten; they are tried again',
      mended: 'Old changes are forgotten again',
    },
  });
}
