import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, isObjectType } from 'graphql';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { readRecording } from './record.js';
import { replay, stumbles } from './replay.js';

const recording = readRecording();

/** What the last release would stumble over, in a database with the migrations of today and what is done to it. */
async function stumblesIn(prepare: (database: TestDatabase) => Promise<unknown>): Promise<string[]> {
  const database = await freshDatabase();
  try {
    await prepare(database);
    return stumbles(recording.session, await replay(database, recording.session));
  } finally {
    await database.drop();
  }
}

const changed = (text: string) => (database: TestDatabase) => database.pool.query(text);

/** All connections from now on believe that it is so much later. */
const later = (interval: string) => `
  create schema later;
  create function later.now() returns timestamptz stable language sql
    as $$ select pg_catalog.now() + interval '${interval}' $$;
  create function later.clock_timestamp() returns timestamptz volatile language sql
    as $$ select pg_catalog.clock_timestamp() + interval '${interval}' $$;
  do $$ begin
    execute format('alter database %I set search_path = later, pg_catalog, public', current_database());
  end $$`;

describe('What the last release asks of PostgreSQL (test/fixtures/released-statements.json)', () => {
  it('the schema of today answers as the schema of then', async () => {
    expect(await stumblesIn(() => Promise.resolve())).toEqual([]);
  });

  it('and so it does years later, and where there is more', async () => {
    const more = `
      alter table tracks add column room text;
      alter table talk_comments add column mood text not null default 'fine';
      create table rooms (id bigint primary key, event_id bigint not null references events);
      create index on talks (title);`;
    expect(await stumblesIn(changed(more + later('3 years')))).toEqual([]);
  });

  const harms: Readonly<Record<string, string>> = {
    'alter table tracks rename description to about':
      'column "description" of relation "tracks" does not exist: insert into "tracks"',
    'alter table users drop last_login_at':
      'The column "last_login_at" was timestamp with time zone and is gone: select "u0".*',
    'alter table talks alter duration_minutes type bigint':
      'The column "durationMinutes" was integer and is bigint: select "t"."id"',
    'alter table talk_links alter url type varchar(20)':
      'value too long for type character varying(20): insert into "talk_links"',
    'alter table talk_comments add mood text not null':
      'null value in column "mood" of relation "talk_comments" violates not-null constraint: insert into talk_comments',
    "alter table events add constraint decided check (status <> 'REJECTED')":
      'new row for relation "events" violates check constraint "decided": update "events"',
    'drop table idempotency_keys': 'relation "idempotency_keys" does not exist: select fingerprint',
  };

  it('it is noticed when a migration takes away, renames, narrows or demands', async () => {
    const lines = await stumblesIn(changed(Object.keys(harms).join(';')));
    const unnoticed = Object.entries(harms).filter(([, told]) => !lines.some((line) => line.startsWith(told)));
    expect(unnoticed).toEqual([]);
  });

  it('is known of every field of the graph that it published', () => {
    const schema = buildSchema(readFileSync(join(process.cwd(), 'schema/released.graphql'), 'utf8'));
    // What a mutation answers are records, whose fields are asked for elsewhere.
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !/^__|Payload$/.test(name));
    const fields = types
      .filter(isObjectType)
      .flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
    expect(fields.length).toBeGreaterThan(200);
    expect(fields.filter((field) => !recording.fields.includes(field))).toEqual([]);
  });
});
