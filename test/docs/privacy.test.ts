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

/** Columns whose names match but that contain no personal data. */
const ofThings = new Set([
  'applications.may_use_password_grant',
  'applications.name',
  'event_search.name',
  'events.feedback_names',
  'events.name',
  'languages.name',
  'legacy_import_steps.name',
  'schema_migrations.name',
  'tracks.name',
]);

/** Columns that reference an account, and columns with names of personal data. */
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

it('the page on personal data lists every column with personal data', async () => {
  const personal = await personalColumns();

  expect(personal.length).toBeGreaterThan(20);
  expect(personal.filter((name) => !named.has(name))).toEqual([]);
});

it('detects a new column', async () => {
  await database.pool.query(
    'create table letters (sender_email text, reader_id bigint references users, written_at timestamptz)',
  );

  expect((await personalColumns()).filter((name) => !named.has(name)).sort()).toEqual([
    'letters.reader_id',
    'letters.sender_email',
  ]);
});

it('lists no table and no column that does not exist', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const there = new Set(rows.map(({ name }) => name));

  expect([...named].filter((name) => !name.startsWith('pgboss.') && !there.has(name))).toEqual([]);
});
