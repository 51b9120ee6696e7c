import type { Context, WriteCondition } from '../context.js';
import { fail } from '../errors.js';
import { isNamedByMatch } from '../http/entity-tag.js';
import type { Run } from '../reads/statement.js';
import { takeSnapshot, type Snapshot } from './changes.js';
import type { createScopes, Subject } from './scope.js';

/** Of users (see the migration of `changes`). Other records without an event belong to one person and show no tag. */
const USERS = ['0', '-1'];

const never: WriteCondition = () => Promise.reject(fail('PRECONDITION_FAILED', 'CHANGED_MEANWHILE'));

/** Writes on the condition that their clients have seen what there is (`If-Match`). */
export interface Conditions {
  readonly isNamed: (ifMatch: string, body: string | Buffer) => boolean;
  /**
   * From now on what others change of the subject is noticed.
   *
   * @returns the same context, which writes only while there is nothing of it; nothing at all where nothing matches
   */
  readonly watch: (subject: Subject | null, context: Context) => Promise<(isMatched: boolean) => Context>;
}

export function createConditions(run: Run, scopeOf: ReturnType<typeof createScopes>): Conditions {
  return {
    isNamed: isNamedByMatch,
    async watch(subject, context) {
      const [scope, snapshot] = await Promise.all([scopeOf(subject), takeSnapshot(run)]);
      const events = scope === 'everything' ? USERS : [scope, '0'];
      // What was read before this moment may be older.
      context.reads.forget();
      return (isMatched) => ({ ...context, condition: isMatched ? whileUnchanged(events, snapshot) : never });
    },
  };
}

/**
 * The work comes first: it waits for everybody who is changing the same rows. A look that begins then sees what they have
 * committed; and whoever comes later waits in turn. Writes with a condition about the same event wait for each other.
 */
function whileUnchanged(events: readonly string[], snapshot: Snapshot): WriteCondition {
  return async (em, work) => {
    await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`condition ${events.join()}`]);
    const value = await work();
    const [row] = await em.execute<{ changed: boolean }[]>(
      `select exists (
         select from changes where event_id = any(?::bigint[])
           and transaction_id >= pg_snapshot_xmin(?::pg_snapshot)
           and not pg_visible_in_snapshot(transaction_id, ?::pg_snapshot)
           and transaction_id <> pg_current_xact_id()
       ) as changed`,
      [`{${events.join()}}`, snapshot, snapshot],
    );
    if (row?.changed !== false) throw fail('PRECONDITION_FAILED', 'CHANGED_MEANWHILE');
    return value;
  };
}
