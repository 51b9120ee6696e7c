import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { hashToken, successorOf } from '../common/bearer-token.js';
import type { Context } from '../context.js';
import type { Scope } from '../scopes.js';
import { deleteGrant, expiry, issueAccessToken, storeRefreshToken, type Grant, type GrantedTokens } from './grants.js';

/**
 * How long the predecessor of the current refresh token yields it again: a response was lost, or two tabs refresh at once
 * (decisions no. 47).
 */
const REPEAT_SECONDS = 60;

/** What an application sends to renew its tokens. */
export interface Refresh {
  readonly refreshToken: string;
  readonly clientId: string;
  /** Narrower permissions for the new access token; undefined: those of the grant. */
  readonly scopes: readonly Scope[] | undefined;
}

/**
 * Exchanges a refresh token for an access token and the successor of the refresh token. The predecessor of the current
 * token yields the same successor again for a minute, in every process, because the successor is derived from it. Any
 * other token that is used again was stolen, or its successor was: the grant is revoked, with all of its tokens (RFC 9700
 * §4.14.2).
 *
 * @throws DomainError UNAVAILABLE
 */
export async function refreshTokens(
  context: Context,
  { refreshToken, clientId, scopes }: Refresh,
): Promise<GrantedTokens | 'invalid_grant' | 'invalid_scope'> {
  const { now, services } = context;
  const successor = successorOf(refreshToken, services.secretKey);
  const [tokenHash, successorHash] = [hashToken(refreshToken), hashToken(successor)];
  return context.transactions.withEntities(async (em) => {
    const grant = await lockGrant(em, { tokenHash, successorHash, clientId, now });
    if (!grant) return 'invalid_grant';
    if (grant.isUsed && !grant.isRepeatable) {
      await deleteGrant(em, grant.id);
      return 'invalid_grant';
    }
    const granted = scopes ?? grant.scopes;
    if (!granted.every((scope) => grant.scopes.includes(scope))) return 'invalid_scope';
    if (!grant.isUsed) {
      await sql`update refresh_tokens set used_at = to_timestamp(${now}) where token_hash = ${tokenHash}`.execute(
        em.getKysely(),
      );
      await storeRefreshToken(em, grant.id, successor, now);
    }
    await sql`update grants set expires_at = ${expiry(now)} where id = ${grant.id}`.execute(em.getKysely());
    return { ...(await issueAccessToken(em, { ...grant, scopes: granted }, context)), refreshToken: successor };
  });
}

/** A refresh token and its successor, as stored, and the client that sends it. */
interface PresentedToken {
  readonly tokenHash: string;
  readonly successorHash: string;
  readonly clientId: string;
  readonly now: number;
}

/** A valid grant, and the state of the token that was presented for it. */
interface LockedGrant extends Grant {
  readonly id: string;
  readonly isUsed: boolean;
  /** Whether it was used a moment ago, and its successor is the current token. */
  readonly isRepeatable: boolean;
}

/** Locks the valid grant of a refresh token, after its user, as all writes. Concurrent refreshes wait for each other. */
async function lockGrant(em: EntityManager, { tokenHash, successorHash, clientId, now }: PresentedToken) {
  const found = sql`select g.user_id from refresh_tokens r join grants g on g.id = r.grant_id
    where r.token_hash = ${tokenHash}`;
  await sql`select id from users where id = (${found}) for key share`.execute(em.getKysely());
  await sql`select id from grants where id = (select grant_id from refresh_tokens where token_hash = ${tokenHash})
    for update`.execute(em.getKysely());
  const { rows } = await sql<LockedGrant>`
    select g.id, g.user_id as "userId", g.application_id as "applicationId", g.scopes,
      r.used_at is not null as "isUsed",
      coalesce(r.used_at >= to_timestamp(${now - REPEAT_SECONDS}), false) and exists (
        select from refresh_tokens s
        where s.token_hash = ${successorHash} and s.grant_id = g.id and s.used_at is null
      ) as "isRepeatable"
    from refresh_tokens r
    join grants g on g.id = r.grant_id and g.expires_at > to_timestamp(${now})
    join applications a on a.id = g.application_id and a.is_public and a.consumer_key = ${clientId}
    join users u on u.id = g.user_id and u.is_active
    where r.token_hash = ${tokenHash}`.execute(em.getKysely());
  return rows[0];
}
