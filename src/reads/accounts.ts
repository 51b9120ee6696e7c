import { sql } from 'kysely';
import { statement, type Parameters } from './statement.js';

/**
 * Which of two names are in use, in any case, by another account than `except` (null: by any). Accounts that are not
 * active keep theirs.
 */
export const namesInUse = statement(
  'names in use',
  ($: Parameters<{ username: string; email: string; except: string | null }>) =>
    sql<{ username: boolean; email: boolean }>`
      select
        exists (select from users where lower(username) = lower(${$.username}::text)
          and id is distinct from ${$.except}::bigint) as username,
        exists (select from users where lower(email) = lower(${$.email}::text)
          and id is distinct from ${$.except}::bigint) as email`,
);

/** What only the service itself may see of an active account. */
export const accountSecrets = statement(
  'account secrets',
  ($: Parameters<{ userId: string }>) =>
    sql<{ passwordHash: string | null }>`
    select password_hash as "passwordHash" from users where id = ${$.userId}::bigint and is_active`,
);

/** Whether a one-time token is good; `tokenHash` as it is stored, `now` in seconds since 1970. */
export const accountTokenIsGood = statement(
  'account token is good',
  ($: Parameters<{ tokenHash: string; purpose: string; now: number }>) =>
    sql<{ good: boolean }>`
      select exists (
        select from account_tokens t join users u on u.id = t.user_id
        where t.token_hash = ${$.tokenHash} and t.purpose = ${$.purpose}
          and t.expires_at > to_timestamp(${$.now}::float8) and u.is_active
      ) as good`,
);
