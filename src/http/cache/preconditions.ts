import type { Context, WriteCondition } from '../../core/context.js';
import { domainError } from '../../core/errors.js';
import type { Run } from '../../database/sql/statement.js';
import { takeSnapshot, type Snapshot, INCARNATION } from './change-feed.js';
import { findScope, type Subject } from './scope.js';

/**
 * Pseudo-events of users (see the migration of `changes`). Other records without an event belong to a single user and
 * have no ETag.
 */
const USERS = ['0', '-1'];

const never: WriteCondition = () => Promise.reject(domainError('PRECONDITION_FAILED', 'CHANGED_MEANWHILE'));

/** Evaluates the preconditions of writes (`If-Match`, RFC 9110 §13). */
export interface Preconditions {
  /**
   * Starts to detect concurrent changes of the subject.
   *
   * @returns a function that derives the context of the write: matched, it writes only while the subject is unchanged;
   *   unmatched, every write fails
   */
  readonly watch: (subject: Subject | null, context: Context) => Promise<(isMatched: boolean) => Context>;
}

export function createPreconditions(run: Run): Preconditions {
  const scopeOf = findScope(run);
  return {
    async watch(subject, context) {
      const snapshot = await takeSnapshot(run);
      // Queried after the snapshot, and not cached, so that the record belongs to the incarnation of the snapshot.
      const scope = await scopeOf(subject);
      const events = scope === 'everything' ? USERS : [scope, '0'];
      // Cached reads may predate the snapshot.
      context.reads.clear();
      return (isMatched) => ({ ...context, condition: isMatched ? whileUnchanged(events, snapshot) : never });
    },
  };
}

/**
 * Rejects a write if the events have changed since the snapshot. After a crash or a promotion the snapshot is not
 * comparable, so the precondition fails.
 *
 * Runs the work before the check: its row locks wait for concurrent writers of the same rows. The check then sees what
 * they committed, and later writers wait in turn. An advisory lock serializes conditional writes to the same event.
 */
function whileUnchanged(events: readonly string[], { snapshot, incarnation }: Snapshot): WriteCondition {
  return async (em, work) => {
    await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`condition ${events.join()}`]);
    const value = await work();
    const [row] = await em.execute<{ changed: boolean }[]>(
      `select ${INCARNATION} <> ? or exists (
         select from changes where event_id = any(?::bigint[])
           and transaction_id >= pg_snapshot_xmin(?::pg_snapshot)
           and not pg_visible_in_snapshot(transaction_id, ?::pg_snapshot)
           and transaction_id <> pg_current_xact_id()
       ) as changed`,
      [incarnation, `{${events.join()}}`, snapshot, snapshot],
    );
    if (row?.changed !== false) throw domainError('PRECONDITION_FAILED', 'CHANGED_MEANWHILE');
    return value;
  };
}
