import { sql, type RawBuilder } from 'kysely';
import { position, type Position } from '../../database/replicas/position.js';
import { statement, type Run } from '../../database/sql/statement.js';

/** The transactions that had ended at one moment. */
export interface Snapshot {
  /** Text of a `pg_snapshot`. */
  readonly snapshot: string;
  /** Snapshots of different incarnations are not comparable. */
  readonly incarnation: string;
}

export interface Poll extends Snapshot {
  /** The events changed by transactions committed since the previous snapshot; the first 1 001. */
  readonly events: readonly string[];
  /** Null without a previous snapshot. False if transactions were lost. */
  readonly follows: boolean | null;
}

/** Per poll; more changes invalidate everything. */
export const MAX_CHANGES = 1_000;

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

/**
 * The statements of a poll.
 *
 * @param further columns, which PostgreSQL evaluates after it has taken the snapshot
 */
const pollStatements = (suffix: string, further: RawBuilder<unknown>) => ({
  snapshot: statement<object, Snapshot & Partial<Position>>(
    `current snapshot${suffix}`,
    () => sql`select pg_current_snapshot()::text as snapshot, ${incarnation} as incarnation${further}`,
  ),
  /** The snapshot has seen all rows below its `xmin`, so the index leaves only a few rows to check. */
  changes: statement<{ snapshot: string | null }, Poll & Partial<Position>>(
    `changes since a snapshot${suffix}`,
    ($) => sql`
      select pg_current_snapshot()::text as snapshot, ${incarnation} as incarnation${further},
        pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax(${$.snapshot}::pg_snapshot) as follows,
        array(
          select event_id from changes
          where transaction_id >= (select pg_snapshot_xmin(${$.snapshot}::pg_snapshot))
            and not pg_visible_in_snapshot(transaction_id, ${$.snapshot}::pg_snapshot)
          order by transaction_id limit ${sql.raw(String(MAX_CHANGES + 1))}
        )::text[] as events`,
  ),
});
export const plain = pollStatements('', sql``);
export const positioned = pollStatements(' and position', sql`, ${position}`);

export async function takeSnapshot(run: Run): Promise<Snapshot> {
  const [row] = await run(plain.snapshot, {});
  if (!row) throw new Error('Database returned no snapshot');
  return row;
}

export const isSame = (one: Snapshot | null, other: Snapshot): boolean =>
  one?.snapshot === other.snapshot && one.incarnation === other.incarnation;
