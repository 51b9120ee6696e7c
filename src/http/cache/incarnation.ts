import { sql } from 'kysely';

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
