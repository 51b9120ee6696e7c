import pg from 'pg';
import { migrateJobs } from './migrate-jobs.js';
import { createExtensions } from './extensions.js';
import { createOrm, pgConfig, type DatabaseAddress } from './orm.js';
import { explainRefusal } from './schema-refusals.js';

/** Advisory lock key: identical in all versions of Lectern, and unused otherwise. */
const MIGRATION_LOCK = 7_325_061_946;

/**
 * Rows restored by pg_restore may have transaction IDs that lie in the future of this server. Every poll would report
 * them as just committed, so no response would be cached.
 */
const FORGET_OTHERS = 'delete from changes where transaction_id >= pg_snapshot_xmax(pg_current_snapshot())';

/**
 * Migrates the schema to the latest version. A lock serializes concurrent processes, so each migration runs once.
 *
 * @param address of the server itself, not of a pooler that shares sessions
 * @param signal aborts waiting for other processes
 * @returns the names of the migrations that ran
 * @throws OperatorError if PostgreSQL denies it, or a required extension cannot be created
 */
export async function migrate(address: DatabaseAddress, signal?: AbortSignal): Promise<string[]> {
  const lock = new pg.Client(pgConfig(address));
  // A lost connection releases the lock; the statements of the migration report their own failures.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lockUnlessAborted(lock, signal);
    await createExtensions(lock);
    const orm = await createOrm(address, 1);
    try {
      const ran = await orm.migrator.up();
      await migrateJobs(address);
      await lock.query(FORGET_OTHERS);
      return ran.map(({ name }) => name);
    } finally {
      await orm.close(true);
    }
  } catch (error) {
    throw explainRefusal(error, { address, role: lock.user ?? '', database: lock.database ?? '' });
  } finally {
    await lock.end();
  }
}

/** Closes the connection on abort, because another process may hold the lock for minutes. */
async function lockUnlessAborted(lock: pg.Client, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const end = (): void => void lock.end();
  signal?.addEventListener('abort', end, { once: true });
  await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  signal?.removeEventListener('abort', end);
}
