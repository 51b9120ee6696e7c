import { sql } from 'kysely';
import { idArray, statement, type Parameters, type Run } from '../reads/statement.js';

/** Which rows an answer shows: those of one event, or any. */
export type Scope = string | 'everything';

/** How the database saw itself at one moment: which transactions had ended. */
export type Snapshot = string;

/** What a look at `changes` finds, and when it was. */
interface Look {
  readonly changed: boolean;
  readonly snapshot: Snapshot;
}

/** Rows about no event that answers about events show too, such as names of people (migration 20261121-changes). */
const EVERYBODY = '0';

const currentSnapshot = statement<object, { snapshot: Snapshot }>(
  'current snapshot',
  () => sql<{ snapshot: Snapshot }>`select pg_current_snapshot()::text as snapshot`,
);

/** Rows with a lower id than `xmin` had all been seen by the snapshot: so few are looked at, by the index. */
const changedEvent = statement(
  'changed since, in an event',
  ($: Parameters<{ events: readonly string[]; snapshot: Snapshot }>) => sql<Look>`
    select exists (
      select from changes where event_id = any(${idArray($.events)}::bigint[])
        and transaction_id >= pg_snapshot_xmin(${$.snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(transaction_id, ${$.snapshot}::pg_snapshot)
    ) as changed, pg_current_snapshot()::text as snapshot`,
);
const changedAnything = statement(
  'changed since, anywhere',
  ($: Parameters<{ snapshot: Snapshot }>) => sql<Look>`
    select exists (
      select from changes where transaction_id >= pg_snapshot_xmin(${$.snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(transaction_id, ${$.snapshot}::pg_snapshot)
    ) as changed, pg_current_snapshot()::text as snapshot`,
);

/** To be taken before anything of an answer is read: what is committed after it may be missing from the answer. */
export async function takeSnapshot(run: Run): Promise<Snapshot> {
  const [row] = await run(currentSnapshot, {});
  return row?.snapshot ?? '';
}

/**
 * Whether anything that the answer shows has been committed since its snapshot. A statement sees all that was committed
 * before it began, whoever did it, and every commit has left its row in `changes`: what was acknowledged before a request
 * came is seen by the look that the request takes.
 */
export async function lookForChanges(run: Run, scope: Scope, snapshot: Snapshot): Promise<Look> {
  const [row] =
    scope === 'everything'
      ? await run(changedAnything, { snapshot })
      : await run(changedEvent, { events: [scope, EVERYBODY], snapshot });
  return row ?? { changed: true, snapshot };
}
