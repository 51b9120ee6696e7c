import { sql, type RawBuilder } from 'kysely';
import { anyId, db, epoch, statement, type Parameters, type RowOf } from '../../database/sql/statement.js';
import { key, type Order } from './order.js';
import { rootList } from './page.js';
import type { ViewerArgument } from './visibility.js';

interface TokenArguments extends ViewerArgument {
  readonly now: number;
}

/** The viewer's valid tokens, without the secret, which is not stored. */
function ownTokenRows($: Parameters<TokenArguments>) {
  return db
    .selectFrom('access_tokens as k')
    .leftJoin('applications as a', 'a.id', 'k.application_id')
    .select([
      'k.id',
      'k.application_id as applicationId',
      isRevocable().as('isRevocable'),
      epoch('k.created_at').as('createdAtSeconds'),
      epoch<null>('k.last_used_at').as('lastUsedAtSeconds'),
      epoch<null>('k.expires_at').as('expiresAtSeconds'),
    ])
    .where(sql<boolean>`k.user_id = ${$.viewer}::bigint`)
    .where(isTokenValid($.now));
}

/** Users cannot revoke the tokens of some applications, such as the website (contract §2.3). */
const isRevocable = () => sql<boolean>`coalesce(a.tokens_are_revocable, true)`;

export type AccessTokenRow = RowOf<ReturnType<typeof ownTokenRows>>;

export const ownTokensById = statement(
  'own tokens by id',
  ($: Parameters<{ keys: readonly string[] } & TokenArguments>) => ownTokenRows($).where('k.id', '=', anyId($.keys)),
);

/** The viewer's valid tokens, except irrevocable ones (contract §2.3). */
export const ownRevocableTokens = rootList(
  'own revocable tokens',
  (): Order => [key('k.id', 'id', 'id', 'asc')],
  ($: Parameters<TokenArguments>) => ownTokenRows($).where(isRevocable()),
);

/**
 * Condition that an access token `k` of an application `a` is valid. A token may expire at a fixed time, and tokens of
 * some applications expire after some idle days (contract §2.2). `a` is null for tokens without an application.
 *
 * @param now seconds since 1970: a number, or a statement parameter
 */
export function isTokenValid(now: unknown): RawBuilder<boolean> {
  return sql<boolean>`((k.expires_at is null or k.expires_at > to_timestamp(${now}::float8))
    and (a.token_idle_days is null
      or coalesce(k.last_used_at, k.created_at) > to_timestamp(${now}::float8) - a.token_idle_days * interval '1 day'))`;
}
