import pg from 'pg';
import { getConstructionPlans, getMigrationPlans, PgBoss } from 'pg-boss';
import manifest from 'pg-boss/package.json' with { type: 'json' };
import { pgConfig, type DatabaseAddress } from './orm.js';
import { OperatorError } from '../config/operator-error.js';
import { queues } from './queues.js';

/** pg-boss has its own schema, separate from the tables of Lectern. */
const SCHEMA = 'pgboss';

/**
 * Creates or upgrades the tables of the job queue, and stores the settings of the queues. Services themselves do not
 * change them.
 *
 * @param address of the server itself; the caller holds the migration lock
 * @throws OperatorError if a newer Lectern has migrated the job queue
 */
export async function migrateJobs(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client(pgConfig(address));
  // A lost connection fails the running statement, which reports it.
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

/** Returns the SQL that migrates from `version` to that of the installed pg-boss; null if they agree. */
function plansFrom(version: number | null): string | null {
  const installed = manifest.pgboss.schema;
  if (version === null) return getConstructionPlans(SCHEMA);
  if (version === installed) return null;
  if (version > installed) {
    throw new OperatorError(
      `The job queue schema is at version ${version}, but this Lectern supports version ${installed}: start the newer Lectern.`,
    );
  }
  // A multi-statement query cannot build an index concurrently. The table is small, so blocking it is acceptable.
  return getMigrationPlans(SCHEMA, version).replaceAll(' CONCURRENTLY ', ' ');
}
