import { sql } from 'kysely';
import { anyId, statement, type Parameters } from '../../database/sql/statement.js';

/** Another account has the username in the form that `fold` compares, unless the own one has it already. */
const isAlike = (fold: string, $: Parameters<{ username: string; except: string | null }>) => {
  const folded = sql`nullif(public.${sql.raw(fold)}(${$.username}::text), '')`;
  const own = sql`(select public.${sql.raw(fold)}(username) from users where id = ${$.except}::bigint)`;
  return sql<boolean>`(${folded} is distinct from ${own} and exists (select from users
    where public.${sql.raw(fold)}(username) = ${folded} and id is distinct from ${$.except}::bigint))`;
};

/**
 * Checks whether a username and an e-mail address are taken by an account other than `except` (null: by any account): the
 * address in any case, the username in any form that the legacy collation held equal or that looks alike. Inactive
 * accounts reserve theirs.
 */
export const namesInUse = statement(
  'names in use',
  ($: Parameters<{ username: string; email: string; except: string | null }>) =>
    sql<{ username: boolean; email: boolean }>`
      select
        exists (select from users where lower(username) = lower(${$.username}::text)
          and id is distinct from ${$.except}::bigint)
          or ${isAlike('search_text', $)} or ${isAlike('username_key', $)} as username,
        exists (select from users where lower(email) = lower(${$.email}::text)
          and id is distinct from ${$.except}::bigint) as email`,
);

/** Password hash of an active account; never exposed to clients. */
export const accountSecrets = statement(
  'account secrets',
  ($: Parameters<{ userId: string }>) =>
    sql<{ passwordHash: string | null }>`
    select password_hash as "passwordHash" from users where id = ${$.userId}::bigint and is_active`,
);

/** Pending new e-mail addresses, by account ID. */
export const pendingEmailsById = statement(
  'pending emails by id',
  ($: Parameters<{ keys: readonly string[]; now: number }>) =>
    sql<{ id: string; newEmail: string }>`
      select user_id as id, new_email as "newEmail" from email_changes
      where user_id = ${anyId($.keys)} and expires_at > to_timestamp(${$.now}::float8)`,
);

/** Deletes e-mail changes that expired before they took effect. */
export const deleteExpiredEmailChanges = statement(
  'expired email changes deleted',
  () => sql<object>`delete from email_changes where expires_at <= now()`,
);

/** Whether a one-time token is valid; `tokenHash` as stored, `now` in seconds since 1970. */
export const accountTokenValidity = statement(
  'account token is good',
  ($: Parameters<{ tokenHash: string; purpose: string; now: number }>) =>
    sql<{ good: boolean }>`
      select exists (
        select from account_tokens t join users u on u.id = t.user_id
        where t.token_hash = ${$.tokenHash} and t.purpose = ${$.purpose}
          and t.expires_at > to_timestamp(${$.now}::float8) and u.is_active
      ) as good`,
);
