import { setImmediate as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { incarnation } from './incarnation.js';

/** The rows that a response depends on: those of one event, or any. */
export type Scope = string | 'everything';

/** The transactions that had ended at one moment. */
export interface Snapshot {
  /** Text of a `pg_snapshot`. */
  readonly snapshot: string;
  /** Snapshots of different incarnations are not comparable. */
  readonly incarnation: string;
}

interface Look extends Snapshot {
  /** The events changed by transactions committed since the previous snapshot; the first 1 001. */
  readonly events: readonly string[];
  /** Null without a previous snapshot. False if transactions were lost. */
  readonly follows: boolean | null;
}

/**
 * Feed of committed changes, as far as one process has polled it. Polls are numbered in the order of their start. A
 * poll sees every commit before its start, from any process: each commit leaves its rows in `changes`.
 */
export interface Changes {
  /**
   * Joins the next poll, which has not begun yet, with all other waiting callers. Resolves to the number of that poll.
   */
  look(): Promise<number>;
  /** Whether a poll after that one has detected a commit within the scope. */
  areAny(scope: Scope, since: number): boolean;
  /** The last poll that invalidated everything. What was read before it may never have been committed. */
  invalidatedAt(): number;
}

/** Pseudo-event of changes that affect responses about any event, such as user names (migration 20261121-changes). */
const EVERYBODY = '0';
const NO_SNAPSHOT = 'Database returned no snapshot';
/** Per poll; more changes invalidate everything. */
const MOST = 1_000;
const MOST_EVENTS = 100_000;
/**
 * Maximum gap between two polls. After a longer one, rows of `changes` may be deleted (see `forget-changes.ts`), so
 * everything is invalidated.
 */
export const LONGEST_GAP_MS = 600_000;

const currentSnapshot = statement<object, Snapshot>(
  'current snapshot',
  () => sql<Snapshot>`select pg_current_snapshot()::text as snapshot, ${incarnation} as incarnation`,
);

export async function takeSnapshot(run: Run): Promise<Snapshot> {
  const [row] = await run(currentSnapshot, {});
  if (!row) throw new Error(NO_SNAPSHOT);
  return row;
}

/** The snapshot has seen all rows below its `xmin`, so the index leaves only a few rows to check. */
const changesSince = statement(
  'changes since a snapshot',
  ($: Parameters<{ snapshot: string | null }>) => sql<Look>`
    select pg_current_snapshot()::text as snapshot, ${incarnation} as incarnation,
      pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax(${$.snapshot}::pg_snapshot) as follows,
      array(
        select event_id from changes
        where transaction_id >= (select pg_snapshot_xmin(${$.snapshot}::pg_snapshot))
          and not pg_visible_in_snapshot(transaction_id, ${$.snapshot}::pg_snapshot)
        order by transaction_id limit ${sql.raw(String(MOST + 1))}
      )::text[] as events`,
);

/**
 * Polls `changes`. Callers that wait during a poll share the next one: under load this takes less than one statement
 * per response, and never more than one at a time.
 */
export function followChanges(run: Run, longestGapMs = LONGEST_GAP_MS): Changes {
  let snapshot: Snapshot | null = null;
  let taken = -Infinity;
  /** True if nothing was committed between the last two polls. */
  let isQuiet = false;
  let [begun, forgottenBefore, latest] = [0, 0, 0];
  const latestOf = new Map<string, number>();
  let next: Promise<number> | undefined;
  let current: Promise<unknown> = Promise.resolve();

  function note(number: number, { events, follows, incarnation: now }: Look): void {
    const isComparable = follows === true && now === snapshot?.incarnation;
    if (!isComparable || events.length > MOST || latestOf.size > MOST_EVENTS) {
      latestOf.clear();
      forgottenBefore = number;
    }
    for (const event of events) latestOf.set(event, number);
    if (events.length > 0) latest = number;
  }

  async function begin(): Promise<number> {
    begun += 1;
    const number = begun;
    const at = performance.now();
    const before = at - taken > longestGapMs ? null : snapshot;
    // An equal snapshot sees the same rows; comparing snapshots costs a quarter of querying the changes.
    isQuiet &&= isSame(before, await takeSnapshot(run));
    if (!isQuiet) {
      const [look] = await run(changesSince, { snapshot: before?.snapshot ?? null });
      if (!look) throw new Error(NO_SNAPSHOT);
      note(number, look);
      isQuiet = isSame(before, look);
      snapshot = { snapshot: look.snapshot, incarnation: look.incarnation };
    }
    taken = at;
    return number;
  }

  /** Starts after the previous poll has ended and the requests of the same event loop turn have joined. */
  async function wait(): Promise<number> {
    await current;
    await pause();
    next = undefined;
    const mine = begin();
    current = mine.catch(() => undefined);
    return mine;
  }

  return {
    look: () => (next ??= wait()),
    areAny(scope, since) {
      if (since < forgottenBefore) return true;
      if (scope === 'everything') return latest > since;
      return Math.max(latestOf.get(scope) ?? 0, latestOf.get(EVERYBODY) ?? 0) > since;
    },
    invalidatedAt: () => forgottenBefore,
  };
}

const isSame = (one: Snapshot | null, other: Snapshot): boolean =>
  one?.snapshot === other.snapshot && one.incarnation === other.incarnation;
