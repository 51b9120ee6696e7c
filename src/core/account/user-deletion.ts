import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { Application } from '../../database/entities/application.entity.js';
import { TalkComment } from '../../database/entities/comment.entity.js';
import { User } from '../../database/entities/user.entity.js';
import { domainError } from '../errors.js';
import { mayDeleteCommentsOfUser, mayDeleteUser, permit, requireViewer } from '../rules.js';
import { lockAccount } from './lock-account.js';
import { canonicalId, visibleUser } from '../common/visible-records.js';

/**
 * Deletes an account (contract §3.9). The foreign keys and a trigger delete its tokens, claims, stars, attendance and
 * hosting. Its names on talks and its comments remain, without an account. Its applications are deleted, except
 * first-party ones, which lose their owner. The last site administrator cannot be deleted. Administrators can also
 * delete inactive accounts, which `visibleUser` does not find.
 *
 * @returns the ID of the deleted account
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function deleteUser(context: Context, userId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const id = mayDeleteUser(viewer) ? canonicalId(userId) : (await visibleUser(context, userId)).id;
  permit(mayDeleteUser(viewer), 'ADMINS_ONLY');
  if (id === null) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
  await context.transactions.withEntities(async (em) => {
    await lockAccount(em, id);
    await removeAccount(em, id);
  });
  return id;
}

/** Deletes a locked account within a transaction. First-party applications remain, without an owner. */
export async function removeAccount(em: EntityManager, id: string): Promise<void> {
  await em.nativeUpdate(Application, { user: id, isFirstParty: true }, { user: null });
  await em.nativeDelete(User, { id });
}

/**
 * Deletes all comments of a user on talks, such as those of a spammer (contract §3.9).
 *
 * @returns the ID of the user
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function deleteTalkCommentsOfUser(context: Context, userId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleUser(context, userId);
  permit(mayDeleteCommentsOfUser(viewer), 'ADMINS_ONLY');
  await context.transactions.withEntities((em) => em.nativeDelete(TalkComment, { user: id }));
  return id;
}
