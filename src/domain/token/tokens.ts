import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { AccessToken } from '../../entities/access-token.entity.js';
import { fail } from '../../errors.js';
import { mayManageAccounts, permit, requireViewer } from '../../rules.js';
import { findUserNamed } from '../account/user-named.js';
import { hashToken, newToken } from './bearer-token.js';
import { inTransaction } from '../transaction.js';
import { recordNumber } from '../visible.js';

/** Makes an access token. Its hash is stored, the token itself only returned: nobody can read it a second time. */
export async function storeToken(em: EntityManager, user: string, application: string | null): Promise<string> {
  const token = newToken();
  await em.insert(AccessToken, { user, application, tokenHash: hashToken(token) });
  return token;
}

/**
 * An access token of no application, as operators make them.
 *
 * @returns null when no active account has that username (in any case)
 */
export async function operatorToken(em: EntityManager, username: string): Promise<string | null> {
  const user = await findUserNamed(em, username);
  return user && storeToken(em, user.id, null);
}

/**
 * Ends one of the viewer's tokens, also the one that is presented (contract §2.3). Tokens of some applications, such as
 * the website's, are not theirs to end.
 *
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function revokeToken(context: Context, tokenId: string): Promise<void> {
  const viewer = requireTokenManager(context);
  const id = recordNumber(tokenId);
  const token = id === null ? null : await context.reads.load('accessToken', id);
  if (!token?.isRevocable) throw fail('NOT_FOUND', 'TOKEN_UNKNOWN');
  await inTransaction(context, async (em) => {
    const revoked = await em.nativeDelete(AccessToken, { id: token.id, user: viewer.id });
    if (revoked === 0) throw fail('NOT_FOUND', 'TOKEN_UNKNOWN');
  });
}

/**
 * Ends tokens of anybody, as an operator does: also those that their owners cannot end. All of them, or none.
 *
 * @throws DomainError NOT_FOUND when one of them is not there
 */
export async function revokeTokens(em: EntityManager, tokenIds: readonly string[]): Promise<void> {
  const ids = new Set(tokenIds.map(recordNumber));
  await em.fork().transactional(async (fork) => {
    const revoked = await fork.nativeDelete(AccessToken, { id: { $in: [...ids].filter((id) => id !== null) } });
    if (revoked < ids.size) throw fail('NOT_FOUND', 'TOKEN_UNKNOWN');
  });
}

/**
 * Ends every token of a user.
 *
 * @param username in any case
 * @returns how many there were
 * @throws DomainError NOT_FOUND
 */
export async function revokeTokensOf(em: EntityManager, username: string): Promise<number> {
  const user = await findUserNamed(em, username);
  if (!user) throw fail('NOT_FOUND', 'USER_UNKNOWN');
  return em.nativeDelete(AccessToken, { user: user.id });
}

/** @throws DomainError UNAUTHENTICATED, FORBIDDEN unless the viewer may see and end their tokens (decisions.md no. 17) */
export function requireTokenManager(context: Pick<Context, 'viewer'>) {
  const viewer = requireViewer(context.viewer);
  permit(mayManageAccounts(viewer), 'FIRST_PARTY_ONLY');
  return viewer;
}
