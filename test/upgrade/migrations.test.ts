import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { declaredSteps } from './declared-steps.js';
import { digestsOfMigrations, harmfulSteps, statementsOfMigrations } from './migrations.js';
import { readRecording } from './record.js';

const released = readRecording().migrations;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe('Migrations', () => {
  it('that have been released are unchanged', async () => {
    const names = Object.keys(released);
    const now = await digestsOfMigrations(database);
    expect(Object.fromEntries(names.map((name) => [name, now[name]]))).toEqual(released);
  });

  it('that are new only add, except for the declared steps', async () => {
    const texts = [...(await statementsOfMigrations(database))].filter(([name]) => !(name in released));
    const found = texts.flatMap(([migration, text]) => harmfulSteps(text).map((step) => ({ migration, step })));
    expect(found).toEqual(declaredSteps.map(({ migration, step }) => ({ migration, step })));
  });

  it('that are new run after all released ones', async () => {
    // They run in the order of their names, so that a database of the last release would run an earlier one too late.
    const last = Object.keys(released).sort().at(-1) ?? '';
    const names = Object.keys(await digestsOfMigrations(database)).filter((name) => !(name in released));
    expect(names.filter((name) => name <= last)).toEqual([]);
  });

  it.each([
    ['drop table rooms', 'drop table rooms: is still used'],
    ['alter table tracks drop column room', 'alter table tracks drop column room: is still used'],
    [
      'alter table tracks rename room to hall',
      'alter table tracks rename room to hall: is still used by its previous name',
    ],
    [
      'alter table tracks alter column room type text',
      'alter table tracks alter column room type text: is still read and written with its old type',
    ],
    [
      'alter table tracks alter room set not null',
      'alter table tracks alter room set not null: may still be written as null',
    ],
    [
      'alter table tracks add column room text not null, add column hall text',
      'alter table tracks add column room text not null, add column hall text: is not written by older versions',
    ],
    ["alter table tracks add check (room <> 'x')", "alter table tracks add check (room <> ''): may still be broken"],
    [
      'create index tracks_room on tracks (room)',
      'create index tracks_room on tracks (room): blocks writes while it runs',
    ],
  ])('%s is rejected', (text, told) => {
    expect(harmfulSteps(text)).toEqual([told]);
  });

  it.each([
    'alter table tracks add column room text; -- never drop table tracks',
    "alter table tracks add column room text not null default 'drop table tracks'",
    'create table rooms (id bigint primary key, name text not null); create index rooms_name on rooms (name)',
    'create index concurrently tracks_room on tracks (room)',
    'create function forget() returns void language sql as $$ drop table rooms; $$',
    'drop index tracks_room',
  ])('%s is accepted', (text) => {
    expect(harmfulSteps(text)).toEqual([]);
  });
});
