import { sql } from 'kysely';
import { statement, type Run } from '../../database/sql/statement.js';

/** Created by a migration, with the columns `key`, `points` and `expire` (milliseconds since 1970). */
export const TABLE = 'rate_limits';

/** A query as rate-limiter-flexible passes it to a pool. */
interface StoreQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Adapts `Run` to the pool interface of rate-limiter-flexible. This supports poolers without named statements, and
 * reports an unavailable database with the same error as everywhere else.
 */
export function storeClient(run: Run): { query(query: StoreQuery): Promise<{ rows: unknown[]; rowCount: number }> } {
  return {
    async query({ name, text, values }) {
      const rows = await run<object, unknown>({ name, text, values: () => values }, {});
      return { rows, rowCount: rows.length };
    },
  };
}

/** The counters of keys whose window is still open. */
export const readCounters = statement<
  { keys: readonly string[]; now: number },
  { key: string; points: number; remainingMs: number }
>(
  'limits_read',
  ($) => sql<{ key: string; points: number; remainingMs: number }>`
    select key, points, (expire - ${$.now}::bigint)::float8 as "remainingMs"
    from ${sql.table(TABLE)} where key = any(${$.keys}::text[]) and expire > ${$.now}::bigint`,
);

/**
 * Resets the counter of an account at an address, takes its points from the counter of the address, and stores a marker
 * row; null: none. Of the points, at most `limit`: those beyond were refused before the address counted them. Locks the account first, whose counter no other account has, to prevent deadlocks.
 */
export const settleLogin = statement<
  {
    account: string | null;
    address: string | null;
    marker: string | null;
    limit: number;
    now: number;
    until: number;
  },
  object
>(
  'limits_settle',
  ($) => sql<object>`
    with own as (
      select key, points from ${sql.table(TABLE)}
      where key = ${$.account}::text and points > 0 and expire > ${$.now}::bigint for update
    ), reset as (
      update ${sql.table(TABLE)} r set points = 0 from own where r.key = own.key
    ), given_back as (
      update ${sql.table(TABLE)} r set points = greatest(r.points - least(own.points, ${$.limit}::int), 0) from own
      where r.key = ${$.address}::text and r.expire > ${$.now}::bigint
    )
    insert into ${sql.table(TABLE)} (key, points, expire)
    select ${$.marker}::text, 0, ${$.until}::bigint where ${$.marker}::text is not null
    on conflict (key) do update set expire = excluded.expire`,
);

/** Whether an unexpired marker row of `settle` exists. */
export const isProvenKey = statement<{ key: string; now: number }, { kept: boolean }>(
  'limits_is_kept',
  ($) => sql<{ kept: boolean }>`
    select exists (select from ${sql.table(TABLE)} where key = ${$.key} and expire > ${$.now}::bigint) as kept`,
);

/**
 * Decrements a counter whose window is still open; the library's `reward` would grant the next window one extra point.
 */
export const refundPoint = statement<{ key: string; now: number }, object>(
  'limits_give_back',
  ($) => sql<object>`
    update ${sql.table(TABLE)} set points = greatest(points - 1, 0) where key = ${$.key} and expire > ${$.now}`,
);

/** Milliseconds since 1970 by the clock of the database, which all machines share. */
const NOW_MS = sql<number>`(date_part('epoch', now()) * 1000)::bigint`;

/**
 * Counts one request, and starts a new window if the previous one has ended.
 *
 * Commits asynchronously, because a second flush per write would cost more than the statement: a crash of PostgreSQL
 * loses the counts of its last second. `set_config` applies to this statement alone, also behind a pooler.
 */
export const countAsynchronously = statement<{ key: string; seconds: number }, { points: number; remainingMs: number }>(
  'limits_count_asynchronously',
  ($) => sql<{ points: number; remainingMs: number }>`
    insert into ${sql.table(TABLE)} as r (key, points, expire)
    select ${$.key}::text, 1, ${NOW_MS} + 1000 * ${$.seconds}::bigint
    from (select set_config('synchronous_commit', 'off', true)) as transaction_setting
    on conflict (key) do update set
      points = case when r.expire > ${NOW_MS} then r.points + 1 else 1 end,
      expire = case when r.expire > ${NOW_MS} then r.expire else excluded.expire end
    returning points, (expire - ${NOW_MS})::float8 as "remainingMs"`,
);
