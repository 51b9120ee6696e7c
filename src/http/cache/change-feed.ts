import { setImmediate as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

/** The rows that a response depends on: those with these keys in `changes`, such as IDs of events, or any. */
export type Scope = readonly string[] | 'everything';

/** Keys in `changes` of lists (migration 20261124-list-changes): of events, of their ranking, and of talks. */
export const EVENT_LISTS = '-2';
export const EVENT_RANKING = '-3';
export const TALK_LISTS = '-4';

/** The transactions that had ended at one moment. */
export interface Snapshot {
  /** Text of a `pg_snapshot`. */
  readonly snapshot: string;
  /** Snapshots of different incarnations are not comparable. */
  readonly incarnation: string;
}

interface Poll extends Snapshot {
  /** The events changed by transactions committed since the previous snapshot; the first 1 001. */
  readonly events: readonly string[];
  /** Null without a previous snapshot. False if transactions were lost. */
  readonly follows: boolean | null;
}

/**
 * Feed of committed changes, as far as one process has polled it. Polls are numbered in the order of their start. A
 * poll sees every commit before its start, from any process: each commit leaves its rows in `changes`.
 */
export interface ChangeFeed {
  /**
   * Joins the next poll, which has not begun yet, with all other waiting callers. Resolves to the number of that poll.
   */
  poll(): Promise<number>;
  /** Whether a poll after that one has detected a commit within the scope. */
  hasChanged(scope: Scope, since: number): boolean;
  /** The last poll that invalidated everything. What was read before it may never have been committed. */
  invalidatedAt(): number;
}

/** Pseudo-event of changes that affect responses about any event, such as user names (migration 20261121-changes). */
const ALL_EVENTS = '0';
const NO_SNAPSHOT = 'Database returned no snapshot';
/** Per poll; more changes invalidate everything. */
const MAX_CHANGES = 1_000;
const MAX_EVENTS = 100_000;
/**
 * Maximum gap between two polls. After a longer one, rows of `changes` may be deleted (see `change-retention.ts`), so
 * everything is invalidated.
 */
export const MAX_GAP_MS = 600_000;

/**
 * SQL that identifies the incarnation of the database: the period in which each transaction ID is assigned only once.
 *
 * After a crash or a promotion, PostgreSQL reassigns the IDs of transactions that were rolled back or never replicated,
 * so snapshots and IDs of two incarnations cannot be compared. The parts are the timeline, which a promotion changes;
 * the start of the server; the last crash recovery, because a killed backend causes one without a server start; and the
 * OID of the table `changes`, which a restore changes. On a standby, `pg_walfile_name` raises 55000.
 */
export const INCARNATION = `concat_ws('/',
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8),
  extract(epoch from pg_postmaster_start_time()),
  extract(epoch from pg_stat_get_bgwriter_stat_reset_time()),
  'changes'::regclass::oid)`;

export const incarnation = sql<string>`${sql.raw(INCARNATION)}`;

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
  ($: Parameters<{ snapshot: string | null }>) => sql<Poll>`
    select pg_current_snapshot()::text as snapshot, ${incarnation} as incarnation,
      pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax(${$.snapshot}::pg_snapshot) as follows,
      array(
        select event_id from changes
        where transaction_id >= (select pg_snapshot_xmin(${$.snapshot}::pg_snapshot))
          and not pg_visible_in_snapshot(transaction_id, ${$.snapshot}::pg_snapshot)
        order by transaction_id limit ${sql.raw(String(MAX_CHANGES + 1))}
      )::text[] as events`,
);

/**
 * Polls `changes`. Callers that wait during a poll share the next one: under load this takes less than one statement
 * per response, and never more than one at a time.
 */
export function createChangeFeed(run: Run, maxGapMs = MAX_GAP_MS): ChangeFeed {
  let snapshot: Snapshot | null = null;
  let polledAt = -Infinity;
  /** True if nothing was committed between the last two polls. */
  let isQuiet = false;
  let [begun, invalidBefore, latest] = [0, 0, 0];
  const latestOf = new Map<string, number>();
  let next: Promise<number> | undefined;
  let current: Promise<unknown> = Promise.resolve();

  function record(number: number, { events, follows, incarnation: now }: Poll): void {
    const isComparable = follows === true && now === snapshot?.incarnation;
    if (!isComparable || events.length > MAX_CHANGES || latestOf.size > MAX_EVENTS) {
      latestOf.clear();
      invalidBefore = number;
    }
    for (const event of events) latestOf.set(event, number);
    if (events.length > 0) latest = number;
  }

  async function begin(): Promise<number> {
    begun += 1;
    const number = begun;
    const at = performance.now();
    const before = at - polledAt > maxGapMs ? null : snapshot;
    // An equal snapshot sees the same rows; comparing snapshots costs a quarter of querying the changes.
    isQuiet &&= isSame(before, await takeSnapshot(run));
    if (!isQuiet) {
      const [row] = await run(changesSince, { snapshot: before?.snapshot ?? null });
      if (!row) throw new Error(NO_SNAPSHOT);
      record(number, row);
      isQuiet = isSame(before, row);
      snapshot = { snapshot: row.snapshot, incarnation: row.incarnation };
    }
    polledAt = at;
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
    poll: () => (next ??= wait()),
    hasChanged(scope, since) {
      if (since < invalidBefore) return true;
      if (scope === 'everything' || latest <= since) return latest > since;
      return (latestOf.get(ALL_EVENTS) ?? 0) > since || scope.some((key) => (latestOf.get(key) ?? 0) > since);
    },
    invalidatedAt: () => invalidBefore,
  };
}

const isSame = (one: Snapshot | null, other: Snapshot): boolean =>
  one?.snapshot === other.snapshot && one.incarnation === other.incarnation;
