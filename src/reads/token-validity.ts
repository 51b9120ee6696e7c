import { sql, type RawBuilder } from 'kysely';

/**
 * Whether an access token `k` of an application `a` is still good. A token may have an end, and tokens of some
 * applications end when nobody uses them for some days (contract §2.2); `a` is null for tokens of no application.
 *
 * @param now seconds since 1970: a number, or an argument of a statement
 */
export function tokenIsGood(now: unknown): RawBuilder<boolean> {
  return sql<boolean>`((k.expires_at is null or k.expires_at > to_timestamp(${now}::float8))
    and (a.token_idle_days is null
      or coalesce(k.last_used_at, k.created_at) > to_timestamp(${now}::float8) - a.token_idle_days * interval '1 day'))`;
}
