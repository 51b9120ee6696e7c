import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, isObjectType } from 'graphql';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { readRecording } from './record.js';
import { replay, stumbles } from './replay.js';

const recording = readRecording();

/** Failures of the last release's statements, in a database with the current migrations after a change. */
async function stumblesIn(prepare: (database: TestDatabase) => Promise<unknown>): Promise<string[]> {
  const database = await freshDatabase();
  try {
    await prepare(database);
    return stumbles(recording.session, await replay(database, recording.session));
  } finally {
    await database.drop();
  }
}

/** Whatever the day of the test: deleted talks stay in feeds for 60 days, and exports of accounts for a day. */
const EXPIRED = ['t.deleted_at > now()', 'x.expires_at > now()'];
const unlessExpired = (found: readonly string[]): readonly string[] =>
  found.filter((line) => !EXPIRED.some((condition) => line.includes(condition)));

const changed = (text: string) => (database: TestDatabase) => database.pool.query(text);

/** Shifts the clock of all new connections. */
const later = (interval: string) => `
  create schema later;
  create function later.now() returns timestamptz stable language sql
    as $$ select pg_catalog.now() + interval '${interval}' $$;
  create function later.clock_timestamp() returns timestamptz volatile language sql
    as $$ select pg_catalog.clock_timestamp() + interval '${interval}' $$;
  do $$ begin
    execute format('alter database %I set search_path = later, pg_catalog, public', current_database());
  end $$`;

describe('The statements of the last release (test/fixtures/released-statements.json)', () => {
  it('have the same results in the current schema', async () => {
    expect(unlessExpired(await stumblesIn(() => Promise.resolve()))).toEqual([]);
  });

  it('and so years later, and with more rows', async () => {
    const more = `
      alter table tracks add column room text;
      alter table talk_comments add column mood text not null default 'fine';
      create table rooms (id bigint primary key, event_id bigint not null references events);
      create index on talks (title);`;
    const found = await stumblesIn(changed(more + later('3 years')));
    expect(unlessExpired(found)).toEqual([]);
  });

  const harms: Readonly<Record<string, string>> = {
    'alter table tracks rename description to about':
      'column "description" of relation "tracks" does not exist: insert into "tracks"',
    'alter table users drop last_login_at':
      'The column "last_login_at" was timestamp with time zone and is gone: select "u0".*',
    'drop trigger revise on talks; drop trigger note_feedback_times on talks; alter table talks alter duration_minutes type bigint':
      'The column "durationMinutes" was integer and is bigint: select "t"."id"',
    'alter table talk_links alter url type varchar(20)':
      'value too long for type character varying(20): insert into "talk_links"',
    'alter table talk_comments add mood text not null':
      'null value in column "mood" of relation "talk_comments" violates not-null constraint: insert into talk_comments',
    "alter table events add constraint decided check (status <> 'REJECTED')":
      'new row for relation "events" violates check constraint "decided": update "events"',
    'drop table account_exports': 'relation "account_exports" does not exist: insert into account_exports',
    'drop table idempotency_keys': 'relation "idempotency_keys" does not exist: select fingerprint',
  };

  it('detects a migration that removes, renames, narrows or adds requirements', async () => {
    const lines = await stumblesIn(changed(Object.keys(harms).join(';')));
    const unnoticed = Object.entries(harms).filter(([, told]) => !lines.some((line) => line.startsWith(told)));
    expect(unnoticed).toEqual([]);
  });

  it('cover every GraphQL field of that release', () => {
    const schema = buildSchema(readFileSync(join(process.cwd(), 'schema/released.graphql'), 'utf8'));
    // Mutations return records, whose fields are covered by queries.
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !/^__|Payload$/.test(name));
    const fields = types
      .filter(isObjectType)
      .flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
    expect(fields.length).toBeGreaterThan(200);
    expect(fields.filter((field) => !recording.fields.includes(field))).toEqual([]);
  });
});
