import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { AccountToken, EmailChange, User } from '../../database/entities/user.entity.js';
import { revokeAccess } from '../common/revoke-access.js';
import { domainError } from '../errors.js';
import { isStorable } from '../../database/storable.js';
import { inTransaction } from '../transaction/transactions.js';
import { lockAccount } from './user-deletion.js';
import type { Context } from '../context.js';
import { mayTrustUsers, permit, requireAccountManager } from '../rules.js';
import { visibleUser } from '../common/visible-records.js';

/** A change of an account's status by an operator. */
interface StatusChange {
  /** The status that the account must have before the change. */
  readonly isActive: boolean;
  readonly change: { readonly isAdmin: boolean } | { readonly isActive: boolean };
  /** Whether the change removes rights, and is thus refused for the last site administrator. */
  readonly removesRights?: true;
  /** Whether to revoke all access tokens and mailed links of the account. */
  readonly revokesTokens?: true;
}

const statusChanges = {
  promote: { isActive: true, change: { isAdmin: true } },
  demote: { isActive: true, change: { isAdmin: false }, removesRights: true },
  disable: { isActive: true, change: { isActive: false }, removesRights: true, revokesTokens: true },
  enable: { isActive: false, change: { isActive: true } },
} as const satisfies Record<string, StatusChange>;

export type AccountStatusChange = keyof typeof statusChanges;

/**
 * Grants or revokes site administration, or disables or enables an account. A disabled account is hidden and cannot log
 * in; its comments remain, and its names stay in use.
 *
 * @param username case-insensitive
 * @throws DomainError NOT_FOUND if there is no such account, or no such disabled one; FORBIDDEN with LAST_ADMIN_STAYS
 */
export function changeAccountStatus(em: EntityManager, username: string, name: AccountStatusChange): Promise<void> {
  const { isActive, change, removesRights, revokesTokens }: StatusChange = statusChanges[name];
  return inTransaction(em, async (fork): Promise<void> => {
    const named = { [raw('lower(username) = lower(?)', [username.trim()])]: [], isActive };
    const user = isStorable(username) ? await fork.findOne(User, named, { fields: ['id'] }) : null;
    if (!user) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
    if (removesRights) await lockAccount(fork, user.id);
    await fork.nativeUpdate(User, { id: user.id }, change);
    if (!revokesTokens) return;
    await revokeAccess(fork, user.id);
    await fork.nativeDelete(AccountToken, { user: user.id });
    await fork.nativeDelete(EmailChange, { user: user.id });
  });
}

/**
 * Both return the ID of the user, and are idempotent. Submissions of trusted users are approved at once (decisions
 * no. 19).
 *
 * Both throw DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.
 */
export const trustUser = (context: Context, userId: string) => setTrusted(context, userId, true);
export const distrustUser = (context: Context, userId: string) => setTrusted(context, userId, false);

async function setTrusted(context: Context, userId: string, isTrusted: boolean): Promise<string> {
  const viewer = requireAccountManager(context.viewer);
  const { id } = await visibleUser(context, userId);
  permit(mayTrustUsers(viewer), 'ADMINS_ONLY');
  await context.transactions.withEntities((em) => em.nativeUpdate(User, { id }, { isTrusted }));
  return id;
}
