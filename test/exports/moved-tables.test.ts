import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { leftBehind, movedTables, secretColumns } from '../../src/transfer/export/format.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Columns whose names suggest secrets, but that contain none. */
const harmless = new Set([
  'applications.consumer_key',
  'applications.may_use_password_grant',
  'applications.token_idle_days',
  'applications.tokens_are_revocable',
  'events.hashtag',
  'legacy_import_steps.last_key',
  'users.random_avatar_hash',
]);

describe('An export', () => {
  it('contains every table, except those excluded for a reason', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    expect([...movedTables, ...Object.keys(leftBehind)].sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('classifies every column whose name suggests a secret', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and is_generated = 'NEVER' and table_name = any($1)
          and column_name ~ '(hash|secret|token|password|key|encrypted|sealed)'`,
      [movedTables],
    );
    const suspicious = rows.map(({ name }) => name).filter((name) => !harmless.has(name));
    expect(suspicious.sort()).toEqual(
      Object.entries(secretColumns)
        .flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
        .sort(),
    );
  });
});
