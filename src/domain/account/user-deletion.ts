import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { Application } from '../../entities/application.entity.js';
import { TalkComment } from '../../entities/talk-comment.entity.js';
import { User } from '../../entities/user.entity.js';
import { mayDeleteCommentsOfUser, mayDeleteUser, permit, requireViewer } from '../../rules.js';
import { lockAccount } from './lock-account.js';
import { inTransaction } from '../transaction.js';
import { visibleUser } from '../visible.js';

/**
 * Removes an account (contract §3.9). Its tokens, claims, stars, attendance and hosting go with it, by the foreign keys
 * and a trigger of the tables; its names on talks and its comments stay, and lead to nobody. Applications go too, but for those of the
 * service itself, which are then nobody's. The last site administrator stays.
 *
 * @returns the id that it had
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function deleteUser(context: Context, userId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleUser(context, userId);
  permit(mayDeleteUser(viewer), 'ADMINS_ONLY');
  await inTransaction(context, async (em) => {
    await lockAccount(em, id);
    await removeAccount(em, id);
  });
  return id;
}

/** Deletes an account that is locked, as part of a transaction. Applications of the service itself stay, as nobody's. */
export async function removeAccount(em: EntityManager, id: string): Promise<void> {
  await em.nativeUpdate(Application, { user: id, isFirstParty: true }, { user: null });
  await em.nativeDelete(User, { id });
}

/**
 * Deletes everything that a user has said about talks: what is left of a spammer (contract §3.9).
 *
 * @returns the id of the user
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function deleteTalkCommentsOfUser(context: Context, userId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleUser(context, userId);
  permit(mayDeleteCommentsOfUser(viewer), 'ADMINS_ONLY');
  await inTransaction(context, (em) => em.nativeDelete(TalkComment, { user: id }));
  return id;
}
