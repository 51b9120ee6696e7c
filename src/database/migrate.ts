import pg, { type ClientBase } from 'pg';
import { getConstructionPlans, getMigrationPlans, PgBoss } from 'pg-boss';
import manifest from 'pg-boss/package.json' with { type: 'json' };
import { OperatorError } from '../config/operator-error.js';
import { withTablesLocked } from './lock-tables.js';
import { closeOrm, createOrm, pgConfig, type DatabaseAddress, type Orm } from './orm.js';
import { requireBaseline } from './required-release.js';
import { explainSchemaError } from './schema-errors.js';
import { queues } from './queues.js';
import { sqlStateOf } from './sql-state.js';

/** Advisory lock key: identical in all versions of Lectern, and unused otherwise. */
const MIGRATION_LOCK = 7_325_061_946;

/**
 * Rows restored by pg_restore may have transaction IDs that lie in the future of this server. Every poll would report
 * them as just committed, so no response would be cached.
 */
const DELETE_FUTURE_CHANGES = 'delete from changes where transaction_id >= pg_snapshot_xmax(pg_current_snapshot())';

/**
 * Migrates the schema to the latest version. A lock serializes concurrent processes, so each migration runs once.
 *
 * @param address of the server itself, not of a pooler that shares sessions
 * @param signal aborts waiting for other processes and for locks
 * @returns the names of the migrations that ran
 * @throws OperatorError if the database is too old, PostgreSQL denies it, or a required extension cannot be created
 */
export async function migrate(address: DatabaseAddress, signal?: AbortSignal): Promise<string[]> {
  const lock = new pg.Client(pgConfig(address));
  // A lost connection releases the lock; the statements of the migration report their own failures.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lockUnlessAborted(lock, signal);
    await requireBaseline(lock);
    await createExtensions(lock);
    const orm = createOrm(address, 1);
    try {
      const ran = await runMigrations(orm, signal);
      await migrateJobs(address);
      await lock.query(DELETE_FUTURE_CHANGES);
      return ran;
    } finally {
      await closeOrm(orm);
    }
  } catch (error) {
    throw explainSchemaError(error, { address, role: lock.user ?? '', database: lock.database ?? '' });
  } finally {
    await lock.end();
  }
}

/** Runs the pending migrations in one transaction. @returns their names */
async function runMigrations({ em, migrator }: Orm, signal?: AbortSignal): Promise<string[]> {
  // Without pending migrations, no start blocks running services.
  if ((await migrator.getPending()).length === 0) return [];
  const ran = await withTablesLocked(
    em,
    (transaction) => migrator.up({ transaction: transaction.getTransactionContext() }),
    signal,
  );
  return ran.map(({ name }) => name);
}

/** Closes the connection on abort, because another process may hold the lock for minutes. */
async function lockUnlessAborted(lock: pg.Client, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const end = (): void => void lock.end();
  signal?.addEventListener('abort', end, { once: true });
  await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  signal?.removeEventListener('abort', end);
}

/** pg-boss has its own schema, separate from the tables of Lectern. */
const JOBS_SCHEMA = 'pgboss';

/** A job keeps the limits that its queue had when it was inserted, perhaps by an older version. */
const UPDATE_WAITING_JOBS = `
  update pgboss.job j set expire_seconds = q.expire_seconds, heartbeat_seconds = q.heartbeat_seconds
  from pgboss.queue q
  where q.name = $1 and j.name = q.name and j.state in ('created', 'retry', 'failed')
    and (j.expire_seconds, j.heartbeat_seconds) is distinct from (q.expire_seconds, q.heartbeat_seconds)`;

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
      await client.query(UPDATE_WAITING_JOBS, [name]);
    }
  } finally {
    await client.end();
  }
}

/** Returns the SQL that migrates from `version` to that of the installed pg-boss; null if they agree. */
function plansFrom(version: number | null): string | null {
  const installed = manifest.pgboss.schema;
  if (version === null) return getConstructionPlans(JOBS_SCHEMA);
  if (version === installed) return null;
  if (version > installed) {
    throw new OperatorError(
      `The job queue schema is at version ${version}, but this Lectern supports version ${installed}: start the newer Lectern.`,
    );
  }
  // A multi-statement query cannot build an index concurrently. The table is small, so blocking it is acceptable.
  return getMigrationPlans(JOBS_SCHEMA, version).replaceAll(' CONCURRENTLY ', ' ');
}

/** Extensions for trigram indexes and accent-insensitive search, both part of the PostgreSQL distribution. */
const EXTENSIONS = ['pg_trgm', 'unaccent'] as const;
/** Fixed, because functions in generated columns must not depend on the search path. */
const EXTENSION_SCHEMA = 'public';

/** SQLSTATEs of a read-only server and of a role without privileges. */
const EXPLAINED_STATES = new Set(['25006', '42501']);

/**
 * Creates the missing extensions in schema `public`.
 *
 * @throws OperatorError if PostgreSQL cannot create an extension, or has it in another schema
 */
async function createExtensions(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; schema: string }>(
    'select extname as name, extnamespace::regnamespace::text as schema from pg_extension where extname = any($1)',
    [EXTENSIONS],
  );
  const schemas = new Map(rows.map(({ name, schema }) => [name, schema]));
  for (const extension of EXTENSIONS) {
    const schema = schemas.get(extension);
    if (schema === undefined) await create(client, extension);
    else if (schema !== EXTENSION_SCHEMA) {
      throw new OperatorError(
        `The extension ${extension} of the database is in schema ${schema}: run ALTER EXTENSION ${extension} SET SCHEMA ${EXTENSION_SCHEMA} as its owner, then start again.`,
      );
    }
  }
}

async function create(client: ClientBase, extension: string): Promise<void> {
  const statement = `CREATE EXTENSION ${extension} SCHEMA ${EXTENSION_SCHEMA}`;
  try {
    await client.query(statement);
  } catch (cause) {
    // The role has no CREATE privilege at all: `migrate` explains that.
    if (!(await mayCreate(client))) throw cause;
    // `explainSchemaError` names the next step: the owner of the database may create both extensions.
    if (EXPLAINED_STATES.has(sqlStateOf(cause))) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `PostgreSQL cannot create the extension ${extension} (${reason}): install PostgreSQL's contrib modules if they are missing, run ${statement} in the database as a superuser, then start again.`,
      { cause },
    );
  }
}

async function mayCreate(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    `select has_database_privilege(current_database(), 'CREATE') and has_schema_privilege($1, 'CREATE') as allowed`,
    [EXTENSION_SCHEMA],
  );
  return rows[0]?.allowed ?? false;
}
