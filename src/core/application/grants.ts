import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statement } from '../../database/sql/statement.js';
import { hashToken, newToken, successorOf } from '../common/bearer-token.js';
import { canonicalId } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { requireTokenManager } from '../rules.js';
import type { Scope } from '../scopes.js';
import { deleteInvalidTokens, insertToken } from './tokens.js';

/**
 * Grants: one login of a user through an application, with the tokens that it yields (RFC 6749 §1.5). Access tokens are
 * valid for an hour; each refresh token yields one other, its successor (RFC 9700 §4.14.2).
 */

const ACCESS_SECONDS = 3600;
/** Since the last refresh. */
const GRANT_SECONDS = 30 * 86_400;
/**
 * How long the predecessor of the current refresh token yields it again: a response was lost, or two tabs refresh at once
 * (decisions.md no. 47).
 */
const REPEAT_SECONDS = 60;

/** Who logged in, through which application, and with which permissions. */
export interface Grant {
  readonly userId: string;
  readonly applicationId: string;
  readonly scopes: readonly Scope[];
}

/** Tokens that are returned only once. */
export interface GrantedTokens {
  readonly accessToken: string;
  /** Lifetime of the access token, in seconds. */
  readonly seconds: number;
  readonly refreshToken: string;
  /** The permissions of the access token. */
  readonly scopes: readonly Scope[];
}

const expiry = (now: number) => sql`to_timestamp(${now + GRANT_SECONDS})`;

/** Stores a grant with its first tokens. `now` in seconds since 1970. */
export async function createGrant(
  em: EntityManager,
  grant: Grant,
  now: number,
): Promise<GrantedTokens & { readonly grantId: string }> {
  const { userId, applicationId, scopes } = grant;
  const { rows } = await sql<{ id: string }>`
    insert into grants (user_id, application_id, scopes, created_at, expires_at)
    values (${userId}, ${applicationId}, ${scopes}, to_timestamp(${now}), ${expiry(now)})
    returning id`.execute(em.getKysely());
  const grantId = rows[0]?.id ?? '';
  const refreshToken = newToken();
  await storeRefreshToken(em, grantId, refreshToken, now);
  return { grantId, ...(await issueAccessToken(em, { ...grant, id: grantId }, now)), refreshToken };
}

async function storeRefreshToken(em: EntityManager, grantId: string, token: string, now: number): Promise<void> {
  await sql`
    insert into refresh_tokens (grant_id, token_hash, created_at)
    values (${grantId}, ${hashToken(token)}, to_timestamp(${now}))`.execute(em.getKysely());
}

async function issueAccessToken(
  em: EntityManager,
  { id, userId, applicationId, scopes }: Grant & { readonly id: string },
  now: number,
): Promise<Omit<GrantedTokens, 'refreshToken'>> {
  await deleteInvalidTokens(em, userId, now);
  const expiresAt = new Date((now + ACCESS_SECONDS) * 1000);
  const fields = { user: userId, application: applicationId, grant: id, scopes: [...scopes], expiresAt };
  const accessToken = await insertToken(em, fields);
  return { accessToken, seconds: ACCESS_SECONDS, scopes };
}

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
    return { ...(await issueAccessToken(em, { ...grant, scopes: granted }, now)), refreshToken: successor };
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

/** Ends a grant, with its tokens and its authorization code. */
export async function deleteGrant(em: EntityManager, id: string): Promise<void> {
  await sql`delete from grants where id = ${id}`.execute(em.getKysely());
}

/**
 * Revokes a token for the application to which it was issued (RFC 7009): a refresh token together with its grant, an
 * access token alone. An unknown token is not an error.
 *
 * @throws DomainError UNAVAILABLE
 */
export async function revokeIssuedToken(
  context: Context,
  { token, clientId }: { readonly token: string; readonly clientId: string },
): Promise<void> {
  const tokenHash = hashToken(token);
  await context.transactions.withEntities(async (em) => {
    const application = sql`(select id from applications where consumer_key = ${clientId} and is_public)`;
    await sql`
      delete from grants where application_id = ${application}
        and id = (select grant_id from refresh_tokens where token_hash = ${tokenHash})`.execute(em.getKysely());
    await sql`
      delete from access_tokens where application_id = ${application} and token_hash = ${tokenHash}`.execute(
      em.getKysely(),
    );
  });
}

/**
 * Ends a login of the viewer, with its tokens; also the one in use.
 *
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function revokeGrant(context: Context, grantId: string): Promise<void> {
  const { id: viewer } = requireTokenManager(context.viewer);
  const id = canonicalId(grantId);
  await context.transactions.withEntities(async (em) => {
    const { rows } = await sql`
      delete from grants where id = ${id} and user_id = ${viewer} returning id`.execute(em.getKysely());
    if (rows.length === 0) throw domainError('NOT_FOUND', 'GRANT_UNKNOWN');
  });
}

/** Deletes expired grants, and used refresh tokens that are older than any valid one. */
export const deleteExpiredGrants = statement<object, object>(
  'expired grants deleted',
  () => sql<object>`
    with expired as (delete from grants where expires_at < now() returning id)
    delete from refresh_tokens where used_at < now() - interval '30 days' and grant_id not in (select id from expired)`,
);
