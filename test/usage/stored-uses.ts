import type pg from 'pg';

/** Day, application, route, requests, errors, and the time of the last use, in UTC. */
export type StoredUse = [string, string | null, string, number, number, string];

/** All stored counts. */
export async function storedUses(pool: pg.Pool): Promise<StoredUse[]> {
  const { rows } = await pool.query<StoredUse>({
    rowMode: 'array',
    text: `select day::text, application_id::text, route, requests::int, errors::int,
        to_char(last_used_at at time zone 'UTC', 'HH24:MI:SS')
      from route_uses order by day, application_id, route`,
  });
  return rows;
}
