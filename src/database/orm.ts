import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { InferKyselyDB } from '@mikro-orm/sql';
import type pg from 'pg';
import { pgConfig, type DatabaseAddress } from './address.js';
import { takeBrokenBack } from './broken-connections.js';
import { entities } from '../entities/index.js';
import { migrations } from './migrations/index.js';

export { pgConfig, type DatabaseAddress };

/** All tables and columns as Kysely sees them, inferred from the entities. */
export type Database = InferKyselyDB<(typeof entities)[number]>;

export type Orm = MikroORM;

/**
 * Entities and a pool of connections to one database. Nothing is connected before the first statement.
 *
 * @param connection what else `pg` is to know of each connection; by itself PostgreSQL ends no statement, however long it runs
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
      // The whole address as pg reads it: MikroORM's own reading of a URL drops its parameters, such as sslmode.
      ...pgConfig(address),
    },
    // What goes wrong is thrown by the statement that meets it; the ORM's own lines would only say it twice.
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
