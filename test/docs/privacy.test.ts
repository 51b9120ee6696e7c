import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { root } from './pages.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const page = readFileSync(join(root, 'docs/privacy.md'), 'utf8');
/** `table.column` of each row of the first table of the page. */
const named = new Set(
  [...page.matchAll(/^\| `([\w.]+)` +\| ([^|]*)\|/gm)].flatMap(([, table = '', columns = '']) =>
    [...columns.matchAll(/`(\w+)`/g)].map(([, column = '']) => `${table}.${column}`),
  ),
);

/** Names of things, not of people, and what only sounds like it. */
const ofThings = new Set([
  'applications.may_use_password_grant',
  'applications.name',
  'event_search.name',
  'events.name',
  'languages.name',
  'legacy_import_steps.name',
  'schema_migrations.name',
  'tracks.name',
]);

/** Columns that lead to an account, and those whose names are about people. */
async function personalColumns(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select c.conrelid::regclass || '.' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass
    union
    select table_name || '.' || column_name from information_schema.columns
      where table_schema = 'public'
        and column_name ~ '(e_?mail|name|biography|avatar|password|author|contact|person|phone|login|ip_|user_agent)'`,
  );
  return rows.map(({ name }) => name).filter((name) => !ofThings.has(name));
}

it('the page on personal data names every column that is about people', async () => {
  const personal = await personalColumns();

  expect(personal.length).toBeGreaterThan(20);
  expect(personal.filter((name) => !named.has(name))).toEqual([]);
});

it('a new one would be found', async () => {
  await database.pool.query(
    'create table letters (sender_email text, reader_id bigint references users, written_at timestamptz)',
  );

  expect((await personalColumns()).filter((name) => !named.has(name)).sort()).toEqual([
    'letters.reader_id',
    'letters.sender_email',
  ]);
});

it('and names no table and no column that is not there', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const there = new Set(rows.map(({ name }) => name));

  expect([...named].filter((name) => !name.startsWith('pgboss.') && !there.has(name))).toEqual([]);
});
