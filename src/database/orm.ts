import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { InferKyselyDB } from '@mikro-orm/sql';
import type pg from 'pg';
import { pgConfig, type DatabaseAddress } from './address.js';
import { takeBrokenBack } from './broken-connections.js';
import { entities } from './entities/index.js';
import { migrations } from './migrations/index.js';

export { pgConfig, type DatabaseAddress };

/** All tables and columns as Kysely types, inferred from the entities. */
export type Database = InferKyselyDB<(typeof entities)[number]>;

export type Orm = MikroORM;

/**
 * Creates the ORM with a connection pool. Connects lazily, on the first statement.
 *
 * @param connection further `pg` settings per connection; by default, PostgreSQL has no statement timeout
 */
export async function createOrm(
  address: DatabaseAddress,
  connections: number,
  connection: pg.ClientConfig = {},
): Promise<Orm> {
  const dbName = 'url' in address ? decodeURIComponent(new URL(address.url).pathname.slice(1)) : address.database;
  return MikroORM.init({
    dbName,
    entities: [...entities],
    pool: { min: 0, max: connections },
    driverOptions: {
      connectionTimeoutMillis: 5_000,
      onPoolCreated: takeBrokenBack,
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
