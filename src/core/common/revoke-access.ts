import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AccessToken } from '../../database/entities/application.entity.js';
import { PersonalCalendar } from '../../database/entities/user.entity.js';

/**
 * Revokes the tokens of an account, the grants and authorization codes that would yield further ones, and the secret URLs
 * of its calendar and its data. The codes and the grants before the tokens: each waits for a redemption or a refresh in progress.
 *
 * @param exceptTokenId the token in use, which remains with its grant
 * @returns the number of revoked tokens
 */
export async function revokeAccess(em: EntityManager, userId: string, exceptTokenId?: string | null): Promise<number> {
  const except = exceptTokenId ?? null;
  const isOther = sql`is distinct from (select grant_id from access_tokens where id = ${except}::bigint)`;
  await sql`
    delete from authorization_codes
    where user_id = ${userId}::bigint and (grant_id is null or grant_id ${isOther})`.execute(em.getKysely());
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from access_tokens
    where user_id = ${userId}::bigint and id is distinct from ${except}::bigint`.execute(em.getKysely());
  await sql`delete from grants where user_id = ${userId}::bigint and id ${isOther}`.execute(em.getKysely());
  await em.nativeDelete(AccessToken, { user: userId, ...(except !== null && { id: { $ne: except } }) });
  await em.nativeDelete(PersonalCalendar, { user: userId });
  await sql`delete from account_exports where user_id = ${userId}::bigint`.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}
