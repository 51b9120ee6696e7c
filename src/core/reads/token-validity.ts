import { sql, type RawBuilder } from 'kysely';

/**
 * Condition that an access token `k` of an application `a` is valid. A token may expire at a fixed time, and tokens of
 * some applications expire after some idle days (contract §2.2). `a` is null for tokens without an application.
 *
 * @param now seconds since 1970: a number, or a statement parameter
 */
export function tokenIsGood(now: unknown): RawBuilder<boolean> {
  return sql<boolean>`((k.expires_at is null or k.expires_at > to_timestamp(${now}::float8))
    and (a.token_idle_days is null
      or coalesce(k.last_used_at, k.created_at) > to_timestamp(${now}::float8) - a.token_idle_days * interval '1 day'))`;
}
