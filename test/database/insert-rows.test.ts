import { expect, it } from '@jest/globals';
import { insertRows, reserveIds } from '../../src/core/bulk/insert-rows.js';
import type { TableRow } from '../../src/core/bulk/tables.js';
import { freshDatabase } from '../support/database.js';

const COUNT = 1_000;

const row = (id: number): TableRow<'users'> => ({
  id,
  username: `user-${id}`,
  full_name: 'Somebody',
  email: `${id}@example.org`,
  password_hash: null,
  biography: null,
  twitter_username: null,
  is_verified: true,
  is_admin: false,
  is_trusted: false,
  created_at: '2026-01-01T00:00:00Z',
});

it('yields to the event loop while it creates rows, and writes all of them', async () => {
  const { pool, drop } = await freshDatabase();
  const client = await pool.connect();
  const atOnce = { now: 0, most: 0 };
  const everyTurn = () => {
    atOnce.now = 0;
    turn = setImmediate(everyTurn);
  };
  let turn = setImmediate(everyTurn);
  function* rows(ids: readonly number[]) {
    for (const id of ids) {
      atOnce.most = Math.max(atOnce.most, ++atOnce.now);
      yield row(id);
    }
  }
  try {
    await insertRows(client, 'users', rows(await reserveIds(client, 'users', COUNT)));
    const stored = await client.query<{ count: number }>('select count(*)::int as count from users');
    expect(stored.rows).toEqual([{ count: COUNT }]);
    expect(atOnce.most).toBe(100);
  } finally {
    clearImmediate(turn);
    client.release();
    await drop();
  }
});
