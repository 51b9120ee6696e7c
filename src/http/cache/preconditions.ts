import { sql } from 'kysely';
import { domainError } from '../../core/errors.js';
import type { Precondition } from '../../core/transaction/transactions.js';
import { statement, type Run } from '../../database/sql/statement.js';
import { takeSnapshot, type Snapshot, incarnation } from './snapshots.js';
import type { Subject } from '../match.js';
import { findScope } from './scope.js';

/** Key of changes that affect every record (migrations/baseline/changes.ts). */
const ALL = '0';

/** Evaluates the preconditions of writes (`If-Match`, RFC 9110 §13). */
export interface Preconditions {
  /** Starts to detect concurrent changes of the subject. Returns a precondition that holds while it is unchanged. */
  readonly watch: (subject: Subject | null) => Promise<Precondition>;
}

export function createPreconditions(run: Run): Preconditions {
  const scopeOf = findScope(run);
  return {
    async watch(subject) {
      const snapshot = await takeSnapshot(run);
      // Queried after the snapshot, and not cached, so that the record belongs to the incarnation of the snapshot.
      const scope = await scopeOf(subject);
      // Changes of records without a key, such as tokens, are not recorded: they belong to one user.
      return whileUnchanged(scope === 'everything' ? [ALL] : [ALL, scope], snapshot);
    },
  };
}

const lockEvents = statement<{ events: string }, object>(
  'conditional writes locked',
  ($) => sql<object>`select pg_advisory_xact_lock(hashtextextended('condition ' || ${$.events}::text, 0))`,
);

const changedSince = statement<Snapshot & { events: string }, { changed: boolean }>(
  'changed since a snapshot',
  ($) => sql<{ changed: boolean }>`
    select ${incarnation} <> ${$.incarnation} or exists (
      select from changes where event_id = any(string_to_array(${$.events}, ',')::bigint[])
        and transaction_id >= pg_snapshot_xmin(${$.snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(transaction_id, ${$.snapshot}::pg_snapshot)
        and transaction_id <> pg_current_xact_id()
    ) as changed`,
);

/**
 * Rejects a write if the events have changed since the snapshot. After a crash or a promotion the snapshot is not
 * comparable, so the precondition fails.
 *
 * Runs the work before the check: its row locks wait for concurrent writers of the same rows. The check then sees what
 * they committed, and later writers wait in turn. An advisory lock serializes conditional writes to the same event.
 */
function whileUnchanged(scope: readonly string[], since: Snapshot): Precondition {
  const events = scope.join();
  return async (run, work) => {
    await run(lockEvents, { events });
    const value = await work();
    const [row] = await run(changedSince, { events, ...since });
    if (row?.changed !== false) throw domainError('PRECONDITION_FAILED', 'CHANGED_MEANWHILE');
    return value;
  };
}
