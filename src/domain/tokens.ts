import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { hashToken, newToken } from './bearer-token.js';
import { AccessToken } from '../entities/access-token.entity.js';
import { User } from '../entities/user.entity.js';

/**
 * Issues an access token that belongs to no application. Its hash is stored, the token itself only returned.
 *
 * @returns null when no active account has that username (in any case)
 */
export async function issueToken(em: EntityManager, username: string): Promise<string | null> {
  const user = await em.findOne(User, { [raw('lower(username)')]: username.toLowerCase(), isActive: true });
  if (!user) return null;
  const token = newToken();
  em.create(AccessToken, { user, tokenHash: hashToken(token) });
  await em.flush();
  return token;
}
