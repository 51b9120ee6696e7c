import pg from 'pg';
import { getConstructionPlans, getMigrationPlans, PgBoss } from 'pg-boss';
import manifest from 'pg-boss/package.json' with { type: 'json' };
import { pgConfig, type DatabaseAddress } from '../database/orm.js';
import { OperatorError } from '../operator-error.js';
import { queues } from './queues.js';

/** pg-boss's own schema, beside the tables of Lectern. */
const SCHEMA = 'pgboss';

/**
 * Creates the tables of the job queue or brings them up to date, and writes the queues' settings into them. Services
 * themselves change nothing there.
 *
 * @param address of the server itself; the caller holds the lock that keeps other processes from doing the same
 * @throws OperatorError when a newer Lectern has been here
 */
export async function migrateJobs(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client(pgConfig(address));
  // What is lost is reported by the statement that meets it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const boss = new PgBoss({ db: { executeSql: (text, values) => client.query(text, values) } });
    const plans = plansFrom((await boss.isInstalled()) ? await boss.schemaVersion() : null);
    if (plans !== null) await client.query(plans);
    for (const [name, options] of Object.entries(queues)) {
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
  } finally {
    await client.end();
  }
}

/** The statements that lead from the version in the database to that of the installed pg-boss; null when they agree. */
function plansFrom(version: number | null): string | null {
  const installed = manifest.pgboss.schema;
  if (version === null) return getConstructionPlans(SCHEMA);
  if (version === installed) return null;
  if (version > installed) {
    throw new OperatorError(
      `The job queue in the database is of version ${version}, and this Lectern knows version ${installed}: start the newer Lectern.`,
    );
  }
  // Several statements in one text may not build an index concurrently; the table is small, and this process waits.
  return getMigrationPlans(SCHEMA, version).replaceAll(' CONCURRENTLY ', ' ');
}
