import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { normalizedKey } from '../../src/adapters/limits/hashed-key.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('all spellings by which the database finds an account share a limit', async () => {
  const { rows } = await database.pool.query<{ one: string; other: string }>(
    `select chr(n) as one, lower(chr(n)) as other from generate_series(1, 125000) as n
     where n not between 55296 and 57343 and lower(chr(n)) <> chr(n)`,
  );
  expect(rows.length).toBeGreaterThan(1_000);
  expect(rows.filter(({ one, other }) => normalizedKey('account', one) !== normalizedKey('account', other))).toEqual(
    [],
  );
});
