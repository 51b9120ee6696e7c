import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { InferKyselyDB } from '@mikro-orm/sql';
import type pg from 'pg';
import { types } from 'node:util';
import { pgConfig, type DatabaseAddress } from './address.js';
import { entities } from './entities/index.js';
import { migrations } from './migrations/index.generated.js';

export { pgConfig, type DatabaseAddress };

/** All tables and columns as Kysely types, inferred from the entities. */
export type Database = InferKyselyDB<(typeof entities)[number]>;

export type Orm = MikroORM;

/**
 * Creates the ORM with a connection pool. Connects lazily, on the first statement.
 *
 * @param connection further `pg` settings per connection; by default, PostgreSQL has no statement timeout
 */
export function createOrm(address: DatabaseAddress, connections: number, connection: pg.ClientConfig = {}): Orm {
  const dbName = 'url' in address ? decodeURIComponent(new URL(address.url).pathname.slice(1)) : address.database;
  // `MikroORM.init` recognises extensions by the names of their classes, which the bundle changes: it would load the
  // packages of the ORM a second time.
  return new MikroORM({
    dbName,
    entities: [...entities],
    pool: { min: 0, max: connections },
    driverOptions: {
      connectionTimeoutMillis: 5_000,
      onPoolCreated: preparePool(),
      application_name: 'lectern',
      ...connection,
      // pg parses the whole URL; the parser of MikroORM drops its parameters, such as sslmode.
      ...pgConfig(address),
    },
    // Failing statements throw; the log of the ORM would only duplicate that.
    logger: () => undefined,
    forceUtcTimezone: true,
    ensureDatabase: false,
    extensions: [Migrator],
    migrations: {
      migrationsList: migrations,
      snapshot: false,
      disableForeignKeys: false,
      tableName: 'schema_migrations',
    },
  });
}

/** The pool on which reads run as named prepared statements. */
export function poolOf(orm: Orm): Promise<pg.Pool> {
  return orm.em.getConnection().getNativeClient();
}

/**
 * Prepares the pool of one ORM, and refuses a second one: a closed ORM would open it for a statement of work that
 * outlives it, and nothing would close those connections.
 */
function preparePool(): (pool: pg.Pool) => void {
  let isCreated = false;
  return (pool) => {
    if (isCreated) throw new Error('The ORM is closed');
    isCreated = true;
    destroyBrokenConnections(pool);
  };
}

/** Closes the ORM and its pool, which the ORM itself ends only if it has used it. Later statements are refused. */
export async function closeOrm(orm: Orm): Promise<void> {
  const pool = await poolOf(orm);
  await orm.close(true);
  if (!pool.ending) await pool.end();
}

const BEGIN_OR_ROLLBACK = /^(begin|start transaction|rollback$)/i;
/** SQLSTATE of a write to a read-only server. */
const READ_ONLY = '25006';

/**
 * Destroys connections whose BEGIN or ROLLBACK failed. The ORM does not release them, so the pool would eventually be
 * exhausted. Also destroys connections to a read-only server when they are released: a new one may reach the promoted
 * standby.
 */
export function destroyBrokenConnections(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    const checkedQuery = (...parameters: unknown[]): unknown => {
      const result = query(...parameters);
      if (!types.isPromise(result)) return result;
      const [text] = parameters;
      return result.catch((error: unknown) => {
        if (typeof text === 'string' && BEGIN_OR_ROLLBACK.test(text)) end(client);
        else if (Reflect.get(Object(error), 'code') === READ_ONLY) destroyOnRelease(client);
        throw error;
      });
    };
    Object.assign(client, { query: checkedQuery });
  });
}

/** Destroys the connection; releasing it again is a no-op. */
function end(client: pg.PoolClient): void {
  client.release(true);
  client.release = () => undefined;
}

/** Destroys the connection when it is released. */
function destroyOnRelease(client: pg.PoolClient): void {
  const release = client.release.bind(client);
  client.release = () => release(true);
}
