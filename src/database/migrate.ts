import pg from 'pg';
import { migrateJobs } from '../jobs/migrate-jobs.js';
import { createOrm, pgConfig, type DatabaseAddress } from './orm.js';

/** Any number will do, as long as every Lectern uses the same one and nobody else does. */
const MIGRATION_LOCK = 7_325_061_946;

/**
 * What pg_restore has brought from another server may tell of transactions that are yet to come here: for every look they
 * would have ended just now, and no answer would be kept.
 */
const FORGET_OTHERS = 'delete from changes where transaction_id >= pg_snapshot_xmax(pg_current_snapshot())';

/**
 * Brings the schema up to date. Processes that start together wait for each other: each migration runs once.
 *
 * @param address of the server itself, not of a pooler that shares sessions
 * @returns the names of the migrations that ran
 */
export async function migrate(address: DatabaseAddress): Promise<string[]> {
  const lock = new pg.Client(pgConfig(address));
  // The lock is gone with the connection; what the migration itself meets then is reported by its own statements.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const orm = await createOrm(address, 1);
    try {
      const ran = await orm.migrator.up();
      await migrateJobs(address);
      await lock.query(FORGET_OTHERS);
      return ran.map(({ name }) => name);
    } finally {
      await orm.close(true);
    }
  } finally {
    await lock.end();
  }
}
