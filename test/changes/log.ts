import { eventually } from '../support/process.js';
import type pg from 'pg';

/** The kinds of changes of an event since the last call, in their order. */
export async function takeKinds(pool: pg.Pool, event: string): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string }>(
    `with taken as (delete from event_log where event_id = $1 returning *)
     select kind from taken order by epoch, transaction_id, id`,
    [event],
  );
  return rows.map(({ kind }) => kind);
}

/** Waits until readers can see all changes: transactions in other databases of the server delay them. */
export const settled = (pool: pg.Pool): Promise<void> =>
  eventually(async () => {
    const { rows } = await pool.query(
      'select from event_log where transaction_id >= pg_snapshot_xmin(pg_current_snapshot()) limit 1',
    );
    return rows.length === 0;
  });
