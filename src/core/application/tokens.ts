import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { AccessToken } from '../../database/entities/application.entity.js';
import { domainError } from '../errors.js';
import { requireAccountManager } from '../rules.js';
import { findUserNamed } from '../account/user-named.js';
import { hashToken, newMarkedToken, newToken } from '../common/bearer-token.js';
import { revokeAccess } from '../common/revoke-access.js';
import { isTokenValid } from '../reads/access-tokens.js';
import { sql } from 'kysely';
import { canonicalId } from '../common/visible-records.js';

/** The owner of a new token, and the application to which it is issued. */
interface TokenFields {
  readonly user: string;
  readonly application: string | null;
  readonly expiresAt?: Date;
  /** The grant that ends it, and its permissions; without them, it has those of its user and its application. */
  readonly grant?: string;
  readonly scopes?: string[];
}

/**
 * Creates an access token. Stores only its hash, so that the token cannot be read again.
 *
 * @param secretKey the service's key, which marks the token; a command may lack it
 */
export async function insertToken(em: EntityManager, fields: TokenFields, secretKey?: Buffer): Promise<string> {
  const token = secretKey ? newMarkedToken(secretKey) : newToken();
  await em.insert(AccessToken, { ...fields, tokenHash: hashToken(token) });
  return token;
}

/** Creates an access token without an expiry time. */
export async function storeToken(
  em: EntityManager,
  user: string,
  application: string | null,
  secretKey?: Buffer,
): Promise<string> {
  return insertToken(em, { user, application }, secretKey);
}

/** Deletes the account's invalid tokens, such as those expired by inactivity (contract §2.2). */
export async function deleteInvalidTokens(em: EntityManager, userId: string, now: number): Promise<void> {
  await sql`delete from access_tokens where id in (
    select k.id from access_tokens as k left join applications as a on a.id = k.application_id
    where k.user_id = ${userId}::bigint and not ${isTokenValid(now)})`.execute(em.getKysely());
}

/**
 * Creates an access token without an application, for operators.
 *
 * @returns null if no active account has that username (case-insensitive)
 */
export async function createOperatorToken(em: EntityManager, username: string): Promise<string | null> {
  const user = await findUserNamed(em, username);
  return user && storeToken(em, user.id, null);
}

/**
 * Revokes one of the viewer's tokens, including the one in use (contract §2.3), and the grant that would renew it. Users
 * cannot revoke tokens of some applications, such as the website.
 *
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function revokeToken(context: Context, tokenId: string): Promise<void> {
  requireAccountManager(context.viewer);
  const id = canonicalId(tokenId);
  const token = id === null ? null : await context.reads.load('accessToken', id);
  if (!token?.isRevocable) throw domainError('NOT_FOUND', 'TOKEN_UNKNOWN');
  await context.transactions.withEntities(async (em) => {
    if ((await deleteTokens(em, [token.id])) === 0) throw domainError('NOT_FOUND', 'TOKEN_UNKNOWN');
  });
}

/**
 * Revokes tokens of any user for an operator, including those that their owners cannot revoke. All of them, or none.
 *
 * @throws DomainError NOT_FOUND if one of them does not exist
 */
export async function revokeTokens(em: EntityManager, tokenIds: readonly string[]): Promise<void> {
  const ids = new Set(tokenIds.map(canonicalId));
  await em.fork().transactional(async (fork) => {
    const revoked = await deleteTokens(
      fork,
      [...ids].filter((id) => id !== null),
    );
    if (revoked < ids.size) throw domainError('NOT_FOUND', 'TOKEN_UNKNOWN');
  });
}

/** Deletes tokens together with the grants that would renew them. Returns how many of the tokens existed. */
async function deleteTokens(em: EntityManager, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ grantId: string | null }>`
    delete from access_tokens where id = any(${ids}::bigint[]) returning grant_id as "grantId"`.execute(em.getKysely());
  const grants = rows.flatMap(({ grantId }) => grantId ?? []);
  if (grants.length > 0) await sql`delete from grants where id = any(${grants}::bigint[])`.execute(em.getKysely());
  return rows.length;
}

/**
 * Revokes every token of a user.
 *
 * @param username case-insensitive
 * @returns the number of revoked tokens
 * @throws DomainError NOT_FOUND
 */
export async function revokeTokensOf(em: EntityManager, username: string): Promise<number> {
  const user = await findUserNamed(em, username);
  if (!user) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
  return revokeAccess(em, user.id);
}
