import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { AccessToken } from '../../entities/access-token.entity.js';
import { AccountToken } from '../../entities/account-token.entity.js';
import { User } from '../../entities/user.entity.js';
import { fail } from '../../errors.js';
import { mayEditUser, mayManageAccounts, permit, requireViewer } from '../../rules.js';
import {
  validEmail,
  validFullName,
  validPassword,
  validProfile,
  validUsername,
  type Profile,
} from './account-fields.js';
import { namesTaken, takenName } from './account-names.js';
import { issueAccountToken } from './account-tokens.js';
import { randomAvatarHash } from './avatar-hash.js';
import { changedPassword } from './changed-password.js';
import { verificationPage } from '../pages.js';
import { inTransaction } from '../transaction.js';
import { Validation } from '../validation.js';
import { visibleUser } from '../visible.js';

/** An account as it shall be. A username or password that is empty or left out stays. */
export interface UserReplacement extends Profile {
  readonly userId: string;
  readonly fullName: string;
  readonly email: string;
  readonly username?: string | null | undefined;
  /** Of the avatar; left out or null, it stays what it is. */
  readonly hasRandomAvatarHash?: boolean | null | undefined;
  readonly password?: string | null | undefined;
  /** Needed for a new password, also by administrators, who can send a reset mail instead. */
  readonly oldPassword?: string | null | undefined;
}

/**
 * Changes an account (contract §3.9). A new password revokes every other access token of the account. A new address ends
 * the links that were mailed to the old one; an account that is verified stays so, one that is not gets a new link.
 *
 * @returns its id
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID with everything that is wrong
 */
export async function replaceUser(context: Context, input: UserReplacement): Promise<string> {
  const { services, website, now, tokenId } = context;
  const viewer = requireViewer(context.viewer);
  const stored = await visibleUser(context, input.userId);
  permit(mayEditUser(viewer, stored.id), 'OWN_ACCOUNT_ONLY');
  permit(mayManageAccounts(viewer), 'FIRST_PARTY_ONLY');
  const account = await validReplacement(context, stored, input);
  const password = input.password ? await changedPassword(context, stored, input.password, input.oldPassword) : null;
  return inTransaction(context, async (em) => {
    const user = await em.findOne(User, { id: stored.id, isActive: true }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) throw fail('NOT_FOUND', 'USER_UNKNOWN');
    const moves = account.email.toLowerCase() !== user.email.toLowerCase();
    em.assign(user, account, { ignoreUndefined: true });
    const { hasRandomAvatarHash: isRandom } = input;
    if (isRandom != null) user.randomAvatarHash = randomAvatarHash(isRandom, user.randomAvatarHash);
    if (password) user.passwordHash = password.replacing(user.passwordHash);
    await em.flush();
    if (moves) await em.nativeDelete(AccountToken, { user: user.id });
    if (password) {
      await em.nativeDelete(AccountToken, { user: user.id, purpose: 'reset_password' });
      await em.nativeDelete(AccessToken, { user: user.id, id: { $ne: tokenId } });
    }
    if (moves && !user.isVerified) {
      const token = await issueAccountToken(em, user.id, 'verify_email', now);
      const data = { username: user.username, verificationUrl: verificationPage(website, token) };
      await services.mail.queue(em, [{ kind: 'welcome', to: user.email, data }]);
    }
    return user.id;
  }).catch((error: unknown) => {
    throw takenName(error);
  });
}

/** In the order of contract §3.9: what is wrong in itself, then what is taken. */
async function validReplacement(
  context: Context,
  stored: { readonly id: string; readonly username: string },
  input: UserReplacement,
) {
  const validation = new Validation();
  const fullName = validFullName(validation, input.fullName);
  const email = validEmail(validation, input.email);
  const username = validUsername(validation, input.username?.trim() || stored.username);
  const profile = validProfile(validation, input);
  if (input.password) {
    if (!input.oldPassword) validation.add('OLD_PASSWORD_REQUIRED', 'oldPassword');
    validPassword(validation, context.services.passwords, input.password);
  }
  const inUse = await namesTaken(context, { username, email }, stored.id);
  if (inUse.email) validation.add('EMAIL_TAKEN', 'email');
  if (inUse.username) validation.add('USERNAME_TAKEN', 'username');
  validation.done();
  return { username, fullName, email, ...profile };
}
