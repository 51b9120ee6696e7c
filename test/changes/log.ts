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
