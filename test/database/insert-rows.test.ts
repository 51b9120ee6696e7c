import { expect, it } from '@jest/globals';
import { insertBatch, type NewRow } from '../../src/database/insert-batch.js';
import { insertRows, reserveIds } from '../../src/core/bulk/insert-rows.js';
import { freshDatabase } from '../support/database.js';

const COUNT = 1_000;

const row = (id: number): NewRow<'users'> => ({
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

it('writes lists, objects and times as the types of the columns require, and defaults for omitted columns', async () => {
  const { pool, drop } = await freshDatabase();
  const client = await pool.connect();
  const event = (id: number): NewRow<'events'> => ({
    id,
    name: 'A “name”, \\ and {braces}',
    slug: `event-${id}`,
    description: '',
    location: '',
    starts_at: '2026-01-01T09:00:00+01:00',
    ends_at: '2026-01-02T00:00:00Z',
    time_zone: 'Europe/Paris',
  });
  const tags = ['null', 'with "quotes", commas', ''];
  const images = [{ kind: 'SMALL' as const, location: 'small.png', width: 140, height: 140 }];
  try {
    await insertBatch(client, 'events', [
      { ...event(7), latitude: 48.5, tags, images },
      { ...event(5), latitude: null, tags: [], images: [] },
    ]);
    const stored = await client.query(
      `select id, name, starts_at, latitude, tags, images, status, attendee_count, created_at is not null as dated
        from events order by ctid`,
    );
    const same = { name: event(7).name, starts_at: new Date('2026-01-01T08:00:00Z') };
    const defaults = { status: 'PENDING', attendee_count: 0, dated: true };
    expect(stored.rows).toEqual([
      { id: '7', ...same, latitude: 48.5, tags, images, ...defaults },
      { id: '5', ...same, latitude: null, tags: [], images: [], ...defaults },
    ]);
  } finally {
    client.release();
    await drop();
  }
});

it('writes null if only some rows have a value, and nothing for no rows', async () => {
  const { pool, drop } = await freshDatabase();
  const client = await pool.connect();
  try {
    await insertBatch(client, 'users', []);
    await insertBatch(client, 'users', [row(1), { ...row(2), biography: 'Writes compilers.' }]);
    const stored = await client.query('select biography from users order by id');
    expect(stored.rows).toEqual([{ biography: null }, { biography: 'Writes compilers.' }]);
    await expect(insertBatch(client, 'users', [row(3), { ...row(4), created_at: undefined }])).rejects.toThrow(
      'null value in column "created_at"',
    );
  } finally {
    client.release();
    await drop();
  }
});
