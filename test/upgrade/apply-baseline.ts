import pg from 'pg';
import { BASELINE } from '../../src/database/migrations/baseline/index.js';
import { closeOrm, createOrm, pgConfig, type DatabaseAddress } from '../../src/database/orm.js';

/** Gives an empty database the schema of 1.0.0. */
export async function applyBaseline(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client(pgConfig(address));
  await client.connect();
  await client.query('create extension pg_trgm schema public; create extension unaccent schema public');
  await client.end();
  const orm = createOrm(address, 1);
  await orm.migrator.up({ to: BASELINE });
  await closeOrm(orm);
}
