import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statement } from '../../database/sql/statement.js';
import { hashToken, newToken } from '../common/bearer-token.js';
import { canonicalId } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { requireAccountManager } from '../rules.js';
import type { Scope } from '../scopes.js';
import { deleteInvalidTokens, insertToken } from './tokens.js';

/**
 * Grants: one login of a user through an application, with the tokens that it yields (RFC 6749 §1.5). Access tokens are
 * valid for an hour; each refresh token yields one other, its successor (RFC 9700 §4.14.2).
 */

const ACCESS_SECONDS = 3600;
/** Since the last refresh. */
const GRANT_SECONDS = 30 * 86_400;
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

/** What issues tokens: the time of the request, and the key. */
type Issuer = Pick<Context, 'now' | 'services'>;

/** When a grant that is used now expires. */
export const expiry = (now: number) => sql`to_timestamp(${now + GRANT_SECONDS})`;

/** Stores a grant with its first tokens. */
export async function createGrant(
  em: EntityManager,
  grant: Grant,
  context: Issuer,
): Promise<GrantedTokens & { readonly grantId: string }> {
  const { now } = context;
  const { userId, applicationId, scopes } = grant;
  const { rows } = await sql<{ id: string }>`
    insert into grants (user_id, application_id, scopes, created_at, expires_at)
    values (${userId}, ${applicationId}, ${scopes}, to_timestamp(${now}), ${expiry(now)})
    returning id`.execute(em.getKysely());
  const grantId = rows[0]?.id ?? '';
  const refreshToken = newToken();
  await storeRefreshToken(em, grantId, refreshToken, now);
  return { grantId, ...(await issueAccessToken(em, { ...grant, id: grantId }, context)), refreshToken };
}

export async function storeRefreshToken(em: EntityManager, grantId: string, token: string, now: number): Promise<void> {
  await sql`
    insert into refresh_tokens (grant_id, token_hash, created_at)
    values (${grantId}, ${hashToken(token)}, to_timestamp(${now}))`.execute(em.getKysely());
}

export async function issueAccessToken(
  em: EntityManager,
  { id, userId, applicationId, scopes }: Grant & { readonly id: string },
  { now, services }: Issuer,
): Promise<Omit<GrantedTokens, 'refreshToken'>> {
  await deleteInvalidTokens(em, userId, now);
  const expiresAt = new Date((now + ACCESS_SECONDS) * 1000);
  const fields = { user: userId, application: applicationId, grant: id, scopes: [...scopes], expiresAt };
  const accessToken = await insertToken(em, fields, services.secretKey);
  return { accessToken, seconds: ACCESS_SECONDS, scopes };
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
  const { id: viewer } = requireAccountManager(context.viewer);
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
