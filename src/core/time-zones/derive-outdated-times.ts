import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { statement, type Run } from '../../database/sql/statement.js';
import { recordEventChanges } from '../changes/record-event-changes.js';
import { recordTalkChanges } from '../changes/record-talk-changes.js';
import { ZONE_RULES } from '../date/local-time.js';
import { inTransaction, statementsOf } from '../transaction/transactions.js';
import { derivedEvent, derivedTalk, type DerivedRow } from './derive-times.js';
import { countMoved, type MovedByZone } from './moved-by-zone.js';
import {
  eventsOfOutdatedTalks,
  eventTimes,
  lockEvents,
  outdatedEvents,
  talkTimes,
  writeEventTimes,
  writeTalkTimes,
} from './outdated-times.js';

export interface DerivationParts {
  readonly em: EntityManager;
  readonly run: Run;
  /** Seconds since 1970. */
  readonly now: () => number;
}

/** Events that a transaction locks. */
const BATCH_SIZE = 100;

/** One process at a time: others find nothing left to do. */
const takeTurn = statement(
  'turn to derive outdated times',
  () => sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended('outdated times', 0)) as "isMine"`,
);

const kinds = [
  {
    name: 'events',
    find: outdatedEvents,
    derive: async (run: Run, ids: readonly string[], now: number) =>
      (await run(eventTimes, { ids, rules: ZONE_RULES })).map((row) => derivedEvent(row, now)),
    write: writeEventTimes,
    record: (run: Run, eventId: string, _: readonly string[], work: () => Promise<void>) =>
      recordEventChanges(run, eventId, work),
  },
  {
    name: 'talks',
    find: eventsOfOutdatedTalks,
    derive: async (run: Run, ids: readonly string[], now: number) =>
      (await run(talkTimes, { ids, rules: ZONE_RULES })).map((row) => derivedTalk(row, now)),
    write: writeTalkTimes,
    record: (run: Run, eventId: string, talkIds: readonly string[], work: () => Promise<void>) =>
      recordTalkChanges(run, { eventId, talkIds }, work),
  },
] as const;
type Kind = (typeof kinds)[number];

/**
 * Derives the times of events and talks whose zone rules are older than those of this process, in batches: future
 * instants follow from the local times that were typed. Rows of newer rules stay, so that services with different rules
 * never undo each other's work; the newest wins. Moved rows get a new revision and an entry in the event log.
 *
 * @returns what moved
 */
export async function deriveOutdatedTimes(parts: DerivationParts, signal?: AbortSignal): Promise<MovedByZone> {
  const moved: MovedByZone = new Map();
  for (const kind of kinds) {
    while (!signal?.aborted) {
      const rows = await deriveBatch(parts, kind);
      countMoved(moved, kind.name, rows);
      if (rows.length === 0) break;
      await nextTurn();
    }
  }
  return moved;
}

/** @returns the rows that were written; none if nothing is outdated, or another process is at it */
async function deriveBatch({ em, run, now }: DerivationParts, kind: Kind): Promise<DerivedRow[]> {
  const found = await run(kind.find, { rules: ZONE_RULES, now: now(), limit: BATCH_SIZE });
  const ids = [...new Set(found.map(({ id }) => id))];
  if (ids.length === 0) return [];
  return inTransaction(em, async (fork) => {
    const { run: runHere } = statementsOf(fork);
    const [turn] = await runHere(takeTurn, {});
    if (!turn?.isMine) return [];
    await runHere(lockEvents, { ids });
    const rows = await kind.derive(runHere, ids, now());
    await write(runHere, kind, rows);
    return rows;
  });
}

/** Writes rows that stay with one statement, and those that move by event. */
async function write(run: Run, kind: Kind, rows: readonly DerivedRow[]): Promise<void> {
  const writeRows = async (some: readonly DerivedRow[]): Promise<void> => {
    await run(kind.write, { rows: JSON.stringify(some.map(({ written }) => written)), rules: ZONE_RULES });
  };
  const { moving = [], staying = [] } = Object.groupBy(rows, ({ isMoved }) => (isMoved ? 'moving' : 'staying'));
  if (staying.length > 0) await writeRows(staying);
  for (const [eventId, some] of Map.groupBy(moving, (row) => row.eventId)) {
    const ids = some.map(({ written }) => written.id);
    await kind.record(run, eventId, ids, () => writeRows(some));
  }
}
