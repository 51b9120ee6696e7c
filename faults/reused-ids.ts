import type pg from 'pg';
import type { Cleanup } from '../src/server/composition/lifecycle.js';
import type { Postgres } from './postgres.js';
import { until } from './waiting.js';
import type { World } from './world.js';

/** Number of transactions that are rolled back before the crash and not flushed to disk. */
const LOST = 40;
/** A background job may flush the log between the rollbacks and the crash. */
const ATTEMPTS = 10;

let serial = 0;

/** Delays the WAL writer: without commits, only it flushes rollbacks to disk. */
export async function delayLogWriter(postgres: Postgres, cleanup: Cleanup): Promise<void> {
  const set = async (text: string) => {
    await postgres.ask(text);
    await postgres.ask('select pg_reload_conf()');
  };
  cleanup.add(() => set('alter system reset wal_writer_delay'));
  await set("alter system set wal_writer_delay = '10s'");
}

/** Returns the next transaction ID. */
export async function nextTransaction(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
  return Number(rows[0]?.next);
}

/**
 * Crashes PostgreSQL until it reuses transaction IDs that services have seen in snapshots, and updates the event in one
 * of these transactions.
 *
 * @param poll makes the services take a snapshot
 * @param afterwards runs between the crash and the update
 * @returns whether IDs were reused
 */
export async function crashWithReusedIds(
  { pool, event }: World,
  crash: () => Promise<void>,
  poll: () => Promise<unknown>,
  afterwards: () => Promise<unknown>,
): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await pool.query('checkpoint');
    await poll();
    await assign(pool, LOST, 'rollback');
    await poll();
    const assigned = await nextTransaction(pool);
    await crash();
    await untilConnected(pool);
    const isReused = (await nextTransaction(pool)) + LOST / 2 < assigned;
    if (isReused) await afterwards();
    await moveEvent(pool, event);
    await assign(pool, 2 * LOST, 'commit');
    if (isReused) return true;
  }
  return false;
}

/** Updates a public field of the event. */
export const moveEvent = (pool: pg.Pool, event: string): Promise<unknown> =>
  pool.query('update events set location = $1 where id = $2', [`Hall ${(serial += 1)}`, event]);

/** Assigns `count` transaction IDs. */
export async function assign(pool: pg.Pool, count: number, end: 'commit' | 'rollback'): Promise<void> {
  const client = await pool.connect();
  client.on('error', () => undefined);
  for (let turn = 0; turn < count; turn += 1) {
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    await client.query(end);
  }
  client.release();
}

const untilConnected = (pool: pg.Pool): Promise<void> =>
  until('PostgreSQL accepts connections', () =>
    pool.query('select').then(
      () => true,
      () => false,
    ),
  );
