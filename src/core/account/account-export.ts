import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { hashToken, newToken } from '../common/bearer-token.js';
import { accountExportUrl } from '../common/page-urls.js';
import type { Context } from '../context.js';
import { requireAccountManager } from '../rules.js';

const LINK_SECONDS = 86_400;

/**
 * Creates a link to a file with all data about the viewer, and replaces an earlier one. Stores only the hash of its
 * secret. It ends when the password changes, as all access does.
 *
 * @returns the URL, which cannot be read again, and its expiry as ISO 8601 in UTC
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN
 */
export async function exportAccount(context: Context): Promise<{ url: string; expiresAt: string }> {
  const { id } = requireAccountManager(context.viewer);
  const secret = newToken();
  const expires = context.now + LINK_SECONDS;
  await context.transactions.withEntities((em) =>
    sql`insert into account_exports (user_id, secret_hash, expires_at)
      values (${id}, ${hashToken(secret)}, to_timestamp(${expires}))
      on conflict (user_id) do update set secret_hash = excluded.secret_hash, expires_at = excluded.expires_at`.execute(
      em.getKysely(),
    ),
  );
  return { url: accountExportUrl(context.origin, secret), expiresAt: new Date(expires * 1000).toISOString() };
}

const ownerOfExport = statement(
  'owner of an account export',
  ($: Parameters<{ secretHash: string }>) => sql<{ username: string }>`
    select u.username from account_exports x join users u on u.id = x.user_id and u.is_active
    where x.secret_hash = ${$.secretHash} and x.expires_at > now()`,
);

/** The username of the account whose link has this secret; null if it is unknown or expired. */
export async function usernameOfExport(run: Run, secret: string): Promise<string | null> {
  const [owner] = await run(ownerOfExport, { secretHash: hashToken(secret) });
  return owner?.username ?? null;
}

export const deleteExpiredExports = statement<object, object>(
  'expired account exports deleted',
  () => sql<object>`delete from account_exports where expires_at < now()`,
);
