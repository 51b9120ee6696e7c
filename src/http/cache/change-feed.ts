import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '../../database/replicas/position.js';
import type { Run } from '../../database/sql/statement.js';
import { isSame, MAX_CHANGES, plain, positioned, type Poll, type Snapshot } from './snapshots.js';

/** The rows that a response depends on: those with these keys in `changes`, such as IDs of events, or any. */
export type Scope = readonly string[] | 'everything';

/** Keys in `changes` of lists (migrations/baseline/changes.ts): of events, of their ranking, and of talks. */
export const EVENT_LISTS = '-2';
export const EVENT_RANKING = '-3';
export const TALK_LISTS = '-4';

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

/** Pseudo-event of changes that affect responses about any event, such as user names (migrations/baseline/changes.ts). */
const ALL_EVENTS = '0';
const MAX_EVENTS = 100_000;
/**
 * Maximum gap between two polls. After a longer one, rows of `changes` may be deleted (see `change-retention.ts`), so
 * everything is invalidated.
 */
export const MAX_GAP_MS = 600_000;

/** What reads on replicas need of the polls. */
export interface ReplicaPolls {
  /** Called with the position of each poll before it resolves. A poll has seen no commit beyond it. */
  readonly onPosition: (position: Position) => void;
  /**
   * Called when a poll has failed. Resolves to the state of a replica that serves reads in place of the primary: while
   * it is equal, so is every response. Rejects with the error if none does.
   */
  readonly standIn: (error: unknown) => Promise<string>;
}

export interface ChangeFeedOptions {
  readonly maxGapMs?: number;
  /**
   * Minimum time between the starts of two polls (`POLL_INTERVAL_MS`). It delays callers, but each still awaits a poll
   * that starts after its call.
   */
  readonly minIntervalMs?: number;
  readonly replicas?: ReplicaPolls;
  /** Called with the keys that a poll reports. */
  readonly onChange?: (changed: Scope) => void;
}

/**
 * Polls `changes`. Callers that wait during a poll share the next one: under load this takes less than one statement
 * per response, and never more than one at a time.
 */
export function createChangeFeed(
  run: Run,
  { maxGapMs = MAX_GAP_MS, minIntervalMs = 0, replicas, onChange }: ChangeFeedOptions = {},
): ChangeFeed {
  const statements = replicas ? positioned : plain;
  let snapshot: Snapshot | null = null;
  let polledAt = -Infinity;
  let begunAt = -Infinity;
  /** True if nothing was committed between the last two polls. */
  let isQuiet = false;
  /** Undefined while the primary responds. */
  let standInState: string | undefined;
  let [begun, invalidBefore, latest] = [0, 0, 0];
  const latestOf = new Map<string, number>();
  let next: Promise<number> | undefined;
  let current: Promise<unknown> = Promise.resolve();

  function record(number: number, { events, follows, incarnation: now }: Poll): void {
    const isComparable = follows === true && now === snapshot?.incarnation;
    const isEverything = !isComparable || events.length > MAX_CHANGES || latestOf.size > MAX_EVENTS;
    if (isEverything) invalidate(number);
    if (isEverything || events.length > 0) onChange?.(isEverything ? 'everything' : events);
    for (const event of events) latestOf.set(event, number);
    if (events.length > 0) latest = number;
  }

  function invalidate(number: number): void {
    latestOf.clear();
    invalidBefore = number;
  }

  async function pollPrimary(number: number): Promise<void> {
    const at = performance.now();
    const before = at - polledAt > maxGapMs ? null : snapshot;
    // An equal snapshot sees the same rows; comparing snapshots costs a quarter of querying the changes.
    let [row]: readonly (Snapshot & Partial<Position>)[] = isQuiet ? await run(statements.snapshot, {}) : [];
    isQuiet = row !== undefined && isSame(before, row);
    if (!isQuiet) {
      const [changed] = await run(statements.changes, { snapshot: before?.snapshot ?? null });
      if (!changed) throw new Error('Database returned no snapshot');
      record(number, changed);
      isQuiet = isSame(before, changed);
      snapshot = { snapshot: changed.snapshot, incarnation: changed.incarnation };
      row = changed;
    }
    standInState = undefined;
    polledAt = at;
    replicas?.onPosition(row as Snapshot & Position);
  }

  async function pollStandIn({ standIn }: ReplicaPolls, number: number, error: unknown): Promise<void> {
    const state = await standIn(error);
    // The first poll of the primary afterwards invalidates everything, because it does not follow a snapshot.
    [snapshot, isQuiet] = [null, false];
    if (state !== standInState) invalidate(number);
    standInState = state;
  }

  async function begin(): Promise<number> {
    begun += 1;
    const number = begun;
    begunAt = performance.now();
    try {
      await pollPrimary(number);
    } catch (error) {
      if (!replicas) throw error;
      await pollStandIn(replicas, number, error);
    }
    return number;
  }

  /** Starts after the previous poll has ended and the requests of the same event loop turn have joined. */
  async function wait(): Promise<number> {
    await current;
    const early = begunAt + minIntervalMs - performance.now();
    if (early > 0) await sleep(early);
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
