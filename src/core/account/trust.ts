import type { Context } from '../context.js';
import { User } from '../../database/entities/user.entity.js';
import { mayTrustUsers, permit, requireViewer } from '../rules.js';
import { visibleUser } from '../common/visible-records.js';

/**
 * Both return the ID of the user, and are idempotent. Submissions of trusted users are approved at once (decisions.md
 * no. 19).
 *
 * Both throw DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.
 */
export const trustUser = (context: Context, userId: string) => setTrusted(context, userId, true);
export const distrustUser = (context: Context, userId: string) => setTrusted(context, userId, false);

async function setTrusted(context: Context, userId: string, isTrusted: boolean): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleUser(context, userId);
  permit(mayTrustUsers(viewer), 'ADMINS_ONLY');
  await context.transactions.withEntities((em) => em.nativeUpdate(User, { id }, { isTrusted }));
  return id;
}
