import { setImmediate as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../reads/statement.js';

/** Which rows an answer shows: those of one event, or any. */
export type Scope = string | 'everything';

/** How the database saw itself at one moment: which transactions had ended. */
export type Snapshot = string;

interface Look {
  readonly snapshot: Snapshot;
  /** Of what has been committed since the snapshot before, the events; the first thousand and one. */
  readonly events: readonly string[];
  /** Null without a snapshot before. False: transactions were lost, as where a copy has taken a database's place. */
  readonly follows: boolean | null;
}

/**
 * What has been committed, as far as one process has looked. Looks have numbers, in the order in which they began; a look
 * sees all that was committed before it began, whoever did it, and every commit has left its rows in `changes`.
 */
export interface Changes {
  /** Looks at a moment that is still to come, together with all others who wait for one. Answers the number of the look. */
  look(): Promise<number>;
  /** Whether something that is shown has been committed since that look, as far as any look has seen. */
  areAny(scope: Scope, since: number): boolean;
}

/** Rows about no event that answers about events show too, such as names of people (migration 20261121-changes). */
const EVERYBODY = '0';
const NO_SNAPSHOT = 'The database has no snapshot of itself';
/** Of one look; with more it is as if everything had changed. */
const MOST = 1_000;
const MOST_EVENTS = 100_000;
/** `changes` forgets what is older than this for certain (see `forget-changes.ts`): who has not looked so long knows nothing. */
export const LONGEST_GAP_MS = 600_000;

const currentSnapshot = statement<object, { snapshot: Snapshot }>(
  'current snapshot',
  () => sql<{ snapshot: Snapshot }>`select pg_current_snapshot()::text as snapshot`,
);

export async function takeSnapshot(run: Run): Promise<Snapshot> {
  const [row] = await run(currentSnapshot, {});
  if (!row) throw new Error(NO_SNAPSHOT);
  return row.snapshot;
}

/** Rows with a lower id than `xmin` had all been seen by the snapshot: so few are looked at, by the index. */
const changesSince = statement(
  'changes since a snapshot',
  ($: Parameters<{ snapshot: Snapshot | null }>) => sql<Look>`
    select pg_current_snapshot()::text as snapshot,
      pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax(${$.snapshot}::pg_snapshot) as follows,
      array(
        select event_id from changes
        where transaction_id >= (select pg_snapshot_xmin(${$.snapshot}::pg_snapshot))
          and not pg_visible_in_snapshot(transaction_id, ${$.snapshot}::pg_snapshot)
        order by transaction_id limit ${sql.raw(String(MOST + 1))}
      )::text[] as events`,
);

/**
 * Follows `changes`. All who ask while one look is on its way share the next one: under load there is less than one
 * statement for each answer, and never more than one at a time.
 */
export function followChanges(run: Run, longestGapMs = LONGEST_GAP_MS): Changes {
  let snapshot: Snapshot | null = null;
  let taken = -Infinity;
  /** Nothing was committed between the last two looks. */
  let isQuiet = false;
  let [begun, forgottenBefore, latest] = [0, 0, 0];
  const latestOf = new Map<string, number>();
  let next: Promise<number> | undefined;
  let current: Promise<unknown> = Promise.resolve();

  function note(number: number, { events, follows }: Look): void {
    if (follows !== true || events.length > MOST || latestOf.size > MOST_EVENTS) {
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
    // In the same snapshot the same is visible; to know that costs a quarter of looking for changes.
    isQuiet &&= before === (await takeSnapshot(run));
    if (!isQuiet) {
      const [look] = await run(changesSince, { snapshot: before });
      if (!look) throw new Error(NO_SNAPSHOT);
      note(number, look);
      isQuiet = look.snapshot === before;
      snapshot = look.snapshot;
    }
    taken = at;
    return number;
  }

  /** Begins when the one before has ended, and the requests that have come at the same moment have asked. */
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
  };
}
