import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AccessToken } from '../../database/entities/application.entity.js';
import { PersonalCalendar } from '../../database/entities/user.entity.js';

/**
 * Revokes the tokens of an account, the authorization codes that would yield further ones, and the secret URL of its
 * calendar. The codes first: this waits for a redemption in progress, whose token the second statement then sees.
 *
 * @param exceptTokenId the token in use, which remains
 * @returns the number of revoked tokens
 */
export async function revokeAccess(em: EntityManager, userId: string, exceptTokenId?: string | null): Promise<number> {
  await sql`delete from authorization_codes
    where user_id = ${userId}::bigint and (token_id is null or token_id is distinct from ${exceptTokenId ?? null}::bigint)`.execute(
    em.getKysely(),
  );
  await em.nativeDelete(PersonalCalendar, { user: userId });
  return em.nativeDelete(AccessToken, { user: userId, ...(exceptTokenId != null && { id: { $ne: exceptTokenId } }) });
}
