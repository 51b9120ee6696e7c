import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.js';
import { pgConfig, type DatabaseAddress } from '../../src/database/orm.js';
import { dropDatabase, inDatabase, onServer } from '../support/cluster.js';
import { testServer } from '../support/database.js';

const NAME = 'lectern_test_extensions';
const address: DatabaseAddress = inDatabase(testServer(), NAME);

async function run(...statements: string[]): Promise<void> {
  const client = new pg.Client(pgConfig(address));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(() => onServer(testServer(), (client) => client.query(`create database ${NAME} template template0`)));
afterAll(() => dropDatabase(testServer(), NAME));

describe('The extensions that the schema needs', () => {
  it('are explained in one message if PostgreSQL refuses to create one', async () => {
    await run(
      "create function refuse() returns event_trigger language plpgsql as $$ begin raise exception 'not here'; end $$",
      "create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse()",
    );
    await expect(migrate(address)).rejects.toThrow(
      "PostgreSQL cannot create the extension pg_trgm (not here): install PostgreSQL's contrib modules if they are missing, run CREATE EXTENSION pg_trgm SCHEMA public in the database as a superuser, then start again.",
    );
    await run('drop event trigger refuse');
  });

  it('are explained in one message if one is in another schema', async () => {
    await run('create schema extensions', 'create extension unaccent schema extensions');
    await expect(migrate(address)).rejects.toThrow('run ALTER EXTENSION unaccent SET SCHEMA public as its owner');
    await run('alter extension unaccent set schema public');
  });

  it('are created by the owner of the database, and the index of names works with an empty search path', async () => {
    await migrate(address);
    await run(
      "insert into users (username, full_name, email) values ('ada', 'Ádá', 'ada@example.org')",
      "set search_path = ''",
      'reindex table public.users',
      "select 1 / count(*) from public.users where search_names like public.search_pattern('ÁDA')",
    );
  });
});
