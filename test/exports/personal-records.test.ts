import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accountColumns, personalRecords } from '../../src/core/account/personal-records.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const kinds = Object.values(personalRecords);

it('the rows of every column that references an account are part of the personal data', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select c.conrelid::regclass || '.' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass`,
  );
  const followed = kinds.flatMap(({ table, condition }) =>
    [...condition.matchAll(/r\.(\w+) = u\.id/g)].map(([, column]) => `${table}.${column}`),
  );

  expect(rows.length).toBeGreaterThan(10);
  expect([...new Set(followed)].sort()).toEqual(rows.map(({ name }) => name).sort());
});

/** Secrets, and derived values. */
const excluded = new Set([
  'users.password_hash',
  'users.search_names',
  'access_tokens.token_hash',
  'refresh_tokens.token_hash',
  'account_exports.secret_hash',
  'personal_calendars.secret_hash',
  'shared_feedback.secret_hash',
  'webhooks.secret',
  'webhooks.previous_secret',
  'account_tokens.token_hash',
  'authorization_codes.code_hash',
  'authorization_codes.code_challenge',
  'email_changes.confirmation_hash',
  'email_changes.authorisation_hash',
  'email_changes.cancellation_hashes',
  'applications.consumer_secret_encrypted',
  'event_comments.digest',
  'talk_comments.digest',
]);

it('every column is included, except secrets, digests and IDs of users; of events, the columns about people', async () => {
  const tables = ['users', ...kinds.map(({ table }) => table)].filter((table) => table !== 'events');
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = any($1)
        and column_name not in ('user_id', 'submitted_by_id', 'reporter_id', 'decided_by_id', 'host_id')`,
    [tables],
  );
  const told = new Set([
    ...accountColumns.map((column) => `users.${column}`),
    ...kinds.flatMap((kind) => kind.columns.map((column) => `${kind.table}.${column}`)),
  ]);

  expect(rows.map(({ name }) => name).filter((name) => !told.has(name) && !excluded.has(name))).toEqual([]);
});

it.each([
  ['account', accountColumns],
  ...Object.entries(personalRecords).map(([name, { columns }]) => [name, columns]),
])('the columns of %s are distinct', (_, columns) => {
  expect([...new Set(columns)]).toEqual(columns);
});
