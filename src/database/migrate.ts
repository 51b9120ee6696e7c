import pg from 'pg';
import { migrateJobs } from '../jobs/migrate-jobs.js';
import { createOrm, pgConfig, type DatabaseAddress } from './orm.js';

/** Any number will do, as long as every Lectern uses the same one and nobody else does. */
const MIGRATION_LOCK = 7_325_061_946;

/**
 * Brings the schema up to date. Processes that start together wait for each other: each migration runs once.
 *
 * @param address of the server itself, not of a pooler that shares sessions
 * @returns whether the database was empty before
 */
export async function migrate(address: DatabaseAddress): Promise<{ wasEmpty: boolean }> {
  const lock = new pg.Client(pgConfig(address));
  // The lock is gone with the connection; what the migration itself meets then is reported by its own statements.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const orm = await createOrm(address, 1);
    try {
      const done = await orm.migrator.getExecuted();
      await orm.migrator.up();
      await migrateJobs(address);
      return { wasEmpty: done.length === 0 };
    } finally {
      await orm.close(true);
    }
  } finally {
    await lock.end();
  }
}
