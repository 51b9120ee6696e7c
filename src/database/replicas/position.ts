import { sql } from 'kysely';
import { statement, type Parameters } from '../sql/statement.js';

/** What the primary has committed up to one moment. */
export interface Position {
  /** Bytes of write-ahead log; comparable on one timeline. */
  readonly lsn: number;
  /** The timeline of the primary, which every promotion increments. */
  readonly timeline: number;
  /** False while transactions become visible before they are flushed, so that the log may end before them. */
  readonly isFlushed: boolean;
}

/**
 * Columns of a statement on the primary whose snapshot sees no commit beyond this position. PostgreSQL evaluates them
 * after it has taken the snapshot; a position that is read in an earlier statement may precede visible commits.
 */
export const position = sql<Position>`
  (pg_current_wal_flush_lsn() - '0/0')::float8 as lsn,
  ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int as timeline,
  current_setting('synchronous_commit') <> 'off' as "isFlushed"`;

/** What a replica must have replayed. */
export interface Requirement {
  readonly lsn: number;
  /** Null: a server of any timeline, also a primary. */
  readonly timeline: number | null;
}

/** Position that a server has replayed, or its own if it is a primary. */
const replayed = sql<number>`(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_flush_lsn() end - '0/0')::float8`;

export const replayedPosition = statement<object, { lsn: number | null }>(
  'position replayed by a replica',
  () => sql<{ lsn: number | null }>`select ${replayed} as lsn`,
);

/**
 * Whether a server meets a requirement. A replica that was promoted, or that has not followed the primary to its
 * timeline, does not: it lacks the row of the timeline, or is no longer in recovery.
 */
export const meetsRequirement = statement<Requirement, { meets: boolean }>(
  'replica has replayed a position',
  ($: Parameters<Requirement>) => sql<{ meets: boolean }>`
    select coalesce(${replayed} >= ${$.lsn}::float8 and (${$.timeline}::int is null
      or pg_is_in_recovery() and exists (select from timelines where id = ${$.timeline}::int)), false) as meets`,
);

/** Records a timeline of the primary, so that replicas which follow it can be distinguished from others. */
export const recordTimeline = statement<{ id: number }, object>(
  'timeline recorded',
  ($) => sql<object>`insert into timelines (id) values (${$.id}) on conflict do nothing`,
);
