import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { inDatabase, onServer, urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { testServer } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { runCommand, spawnService } from '../support/process.js';

afterEach(cleanUp);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

interface GuardedDatabase {
  readonly name: string;
  /** Connection URL of a role without privileges. */
  readonly url: string;
  /** Runs statements as a superuser. */
  readonly asOwner: (...statements: string[]) => Promise<void>;
}

/** An empty database, and a role of the same name that does not own it. */
async function guardedDatabase(): Promise<GuardedDatabase> {
  const name = `lectern_test_${randomBytes(6).toString('hex')}`;
  const server = testServer();
  const run = (client: pg.Client, statements: readonly string[]) => client.query(statements.join(';'));
  await onServer(server, (client) => client.query(`create database ${name}`));
  await onServer(server, (client) => client.query(`create role ${name} login password 'secret'`));
  atTheEnd(() =>
    onServer(server, async (client) => {
      await client.query(`drop database ${name} with (force)`);
      await client.query(`drop role ${name}`);
    }),
  );
  const url = new URL(urlOf(inDatabase(server, name)));
  if (url.searchParams.has('user')) url.searchParams.set('user', name);
  else [url.username, url.password] = [name, 'secret'];
  return {
    name,
    url: url.href,
    asOwner: async (...statements) => {
      await onServer(inDatabase(server, name), (client) => run(client, statements));
    },
  };
}

/** The errors of a service and of a command on the database, which must be equal. */
async function refusal(DATABASE_URL: string, more: Record<string, string> = {}): Promise<string> {
  const environment = { DATABASE_URL, DATA_DIR: await dataFolder(), DATABASE_WAIT_SECONDS: '1', ...more };
  const service = await spawnService(environment).ended;
  expect(service.code).toEqual(1);
  const command = await runCommand(['migrate'], environment);
  expect(command).toMatchObject({ code: 1, output: '' });
  expect(command.errors.split('\n').at(-2)).toEqual(service.errors.trimEnd());
  return service.errors;
}

describe('a database that refuses the schema is reported in one sentence with the next step', () => {
  it('for a role without privileges on schema public', async () => {
    const { name, url, asOwner } = await guardedDatabase();
    const refused = (reason: string) =>
      expect.stringMatching(
        new RegExp(
          `^PostgreSQL at \\S+/${name} does not let the role "${name}" change the schema \\(${reason}\\): run ALTER ` +
            `DATABASE "${name}" OWNER TO "${name}" as a superuser, and start again\\.\n$`,
        ),
      ) as unknown;
    expect(await refusal(url)).toEqual(refused('permission denied to create extension "pg_trgm"'));
    await asOwner('create extension pg_trgm', 'create extension unaccent');
    expect(await refusal(url)).toEqual(refused('permission denied for schema public'));

    await asOwner(`alter database ${name} owner to ${name}`);
    const environment = { DATABASE_URL: url, DATA_DIR: await dataFolder() };
    expect(await runCommand(['migrate'], environment)).toMatchObject({ code: 0, errors: '' });
  });

  it('for tables of another role', async () => {
    const { name, url, asOwner } = await guardedDatabase();
    await asOwner('create table schema_migrations (id serial, name text)', `alter database ${name} owner to ${name}`);
    expect(await refusal(url)).toMatch(
      new RegExp(
        `^PostgreSQL at \\S+/${name} does not let the role "${name}" change the schema \\(permission denied for table ` +
          `schema_migrations\\): connect as the role that owns the tables, or run REASSIGN OWNED BY <that role> TO ` +
          `"${name}" in the database, and start again\\.\n$`,
      ),
    );
  });

  it('for a database before 1.0.0, also to commands that only read', async () => {
    const { name, url, asOwner } = await guardedDatabase();
    await asOwner(`alter database ${name} owner to ${name}`);
    await onServer({ url }, (client) =>
      client.query(
        "create table schema_migrations (id serial, name text); insert into schema_migrations (name) values ('20261120-initial')",
      ),
    );
    const sentence =
      'The database is of a version before 1.0.0: install Lectern 1.0.0, run `npm run lectern -- migrate` with it, then ' +
      'start this version again.\n';
    expect(await refusal(url)).toBe(sentence);
    const doctor = await runCommand(['doctor'], { DATABASE_URL: url, DATA_DIR: await dataFolder() });
    expect(doctor).toMatchObject({ code: 1, output: '' });
    expect(doctor.errors.endsWith(sentence)).toBe(true);
  });

  it.each([
    ['the database', (name: string) => `alter database ${name} set default_transaction_read_only = on`],
    ['the role', (name: string) => `alter role ${name} set default_transaction_read_only = on`],
  ])('for %s that is read-only', async (_, statement) => {
    const { name, url, asOwner } = await guardedDatabase();
    await asOwner(`alter database ${name} owner to ${name}`, statement(name));
    expect(await refusal(url)).toMatch(
      new RegExp(
        `^PostgreSQL at \\S+/${name} is read-only \\(default_transaction_read_only is on\\): set ` +
          `default_transaction_read_only to off for the role, the database and the server, or set DATABASE_URL to a ` +
          `server that accepts writes\\.\n$`,
      ),
    );
  });

  it('for a server before PostgreSQL 15', async () => {
    const { name, url, asOwner } = await guardedDatabase();
    // A schema before pg_catalog in the search path wins: the role sees a server of an older version.
    const settings = [
      ['server_version_num', '140019'],
      ['server_version', '14.19'],
    ].map(([setting, value]) => `when '${setting}' then '${value}'`);
    await asOwner(
      'create schema older',
      `grant usage on schema older to ${name}`,
      `create function older.current_setting(name text) returns text language sql
         return case name ${settings.join(' ')} else pg_catalog.current_setting(name) end`,
      `alter role ${name} set search_path = older, pg_catalog`,
    );
    expect(await refusal(url)).toMatch(
      new RegExp(
        `^PostgreSQL at \\S+/${name} is version 14\\.19, but Lectern requires 15 or newer: upgrade it, or set DATABASE_URL ` +
          `to a newer server; without DATABASE_URL, Lectern uses an embedded server\\.\n$`,
      ),
    );
  });

  it('for DATABASE_DIRECT_URL, which is named', async () => {
    const { name, url, asOwner } = await guardedDatabase();
    await asOwner(`alter database ${name} owner to ${name}`);
    const DATABASE_DIRECT_URL = `postgres://${name}:secret@127.0.0.1:${await freePort()}/${name}`;
    const place = `PostgreSQL at ${new URL(DATABASE_DIRECT_URL).host}/${name}`;
    expect(await refusal(url, { DATABASE_DIRECT_URL })).toMatch(
      new RegExp(
        `^${escaped(place)} is unreachable \\(connect ECONNREFUSED [\\d.:]+\\)\\. Start it or correct ` +
          `DATABASE_DIRECT_URL; without DATABASE_URL, Lectern uses an embedded server\\.\n$`,
      ),
    );
  });
});
