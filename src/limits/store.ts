import { sql } from 'kysely';
import { statement, type Run } from '../reads/statement.js';

/** Made by a migration: `key`, `points` and `expire`, in milliseconds since 1970. */
export const TABLE = 'rate_limits';

/** A query as rate-limiter-flexible gives it to a pool. */
interface StoreQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * What rate-limiter-flexible takes for a pool: the service's own way of running statements, so that poolers without
 * named statements work, and a database that is away is told of in the same words as everywhere.
 */
export function storeClient(run: Run): { query(query: StoreQuery): Promise<{ rows: unknown[]; rowCount: number }> } {
  return {
    async query({ name, text, values }) {
      const rows = await run<object, unknown>({ name, text, values: () => values }, {});
      return { rows, rowCount: rows.length };
    },
  };
}

/**
 * Forgets what was counted for one key, takes one time back from each of the others whose window is still open, and keeps a
 * row that says no more than that it is there (null: none). Rows are locked in one order, lest two of these wait for each
 * other.
 */
export const settle = statement<
  { keys: readonly string[]; forgotten: string | null; kept: string | null; now: number; until: number },
  object
>(
  'limits_settle',
  ($) => sql<object>`
    with counted as (
      select key from ${sql.table(TABLE)} where key = any(${$.keys}::text[]) and expire > ${$.now}::bigint order by key for update
    ), taken_back as (
      update ${sql.table(TABLE)} r set points = case r.key when ${$.forgotten}::text then 0 else greatest(r.points - 1, 0) end
      from counted c where r.key = c.key returning r.key
    )
    insert into ${sql.table(TABLE)} (key, points, expire)
    select ${$.kept}::text, 0, ${$.until}::bigint from (select count(*) from taken_back) as first
    where ${$.kept}::text is not null
    on conflict (key) do update set expire = excluded.expire`,
);

/** Whether there is a row that `settle` kept, and its time is not over. */
export const isKept = statement<{ key: string; now: number }, { kept: boolean }>(
  'limits_is_kept',
  ($) => sql<{ kept: boolean }>`
    select exists (select from ${sql.table(TABLE)} where key = ${$.key} and expire > ${$.now}::bigint) as kept`,
);

/** Takes one time back from a window that is still open; the library's own would give the next window one too many. */
export const giveBack = statement<{ key: string; now: number }, object>(
  'limits_give_back',
  ($) => sql<object>`
    update ${sql.table(TABLE)} set points = greatest(points - 1, 0) where key = ${$.key} and expire > ${$.now}`,
);
