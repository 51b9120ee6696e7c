import { LockMode } from '@mikro-orm/postgresql';
import { AccountToken, EmailChange, User } from '../../database/entities/user.entity.js';
import type { Context } from '../context.js';
import { revokeAccess } from '../common/revoke-access.js';
import { domainError } from '../errors.js';
import { mayChangeEmailAtOnce, mayEditUser, permit, requireAccountManager } from '../rules.js';
import { Validation } from '../common/validation.js';
import { visibleUser, type VisibleRecord } from '../common/visible-records.js';
import {
  isEmailAddress,
  isSameEmail,
  validEmail,
  validFullName,
  validPassword,
  validProfile,
  validUsername,
  type Profile,
  findTakenNames,
  translateNameConflict,
} from './account-fields.js';
import { randomAvatarHash } from './avatar-hash.js';
import { announceEmailChange, limitEmailChanges, requestEmailChange } from './email-change.js';
import { reserveUsername } from './username.js';
import { verifyCurrentPassword } from './current-password.js';

/** The desired state of an account. */
export interface UserReplacement extends UserChanges {
  readonly fullName: string;
  readonly email: string;
}

/** The account to change; undefined fields stay as they are. */
interface UserChanges extends Profile, Readonly<Partial<Record<PasswordField, string | null>>> {
  readonly userId: string;
  /** Null is a problem: every account has a name and an address. */
  readonly fullName?: string | null | undefined;
  readonly email?: string | null | undefined;
  /** Empty or null leaves it unchanged. */
  readonly username?: string | null | undefined;
  /** Whether the avatar hash is random; omitted or null leaves it unchanged. */
  readonly hasRandomAvatarHash?: boolean | null | undefined;
  /** Requires the current password, also from administrators, who can send a reset mail instead. */
  readonly password?: string | null | undefined;
}

/**
 * Replaces the fields of an account (contract §3.9). A new password revokes every other access token of the account and
 * cancels a pending e-mail change, which the former password may have authorised. A new address of the viewer's own
 * account awaits confirmation (decisions no. 35); an administrator changes those of others at once.
 *
 * @returns its ID
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID with all problems, RATE_LIMITED
 */
export const replaceUser = (context: Context, input: UserReplacement): Promise<string> => updateUser(context, input);

/** Changes the given fields of an account. Otherwise as `replaceUser`. */
export async function updateUser(context: Context, input: UserChanges): Promise<string> {
  const { services, tokenId } = context;
  const viewer = requireAccountManager(context.viewer);
  const stored = await visibleUser(context, input.userId);
  permit(mayEditUser(viewer, stored.id), 'OWN_ACCOUNT_ONLY');
  const isAtOnce = mayChangeEmailAtOnce(viewer, stored.id);
  const discloses = isAtOnce || services.policy.discloseAccounts;
  const { email: newEmail, ...account } = await validChanges(context, stored, input, { isAtOnce, discloses });
  const awaitsLinks = !isAtOnce && newEmail !== undefined && !isSameEmail(newEmail, stored.ownEmail);
  const { current, field } = currentPassword(input);
  const isChecked = current !== '' && (awaitsLinks || Boolean(input.password));
  const proven = isChecked ? await verifyCurrentPassword(context, stored, current, field) : null;
  if (awaitsLinks && !discloses) await limitEmailChanges(context, stored.id, newEmail);
  const caller = { account: stored.username, address: context.client.address };
  const passwordHash = input.password ? await services.passwords.hashPassword(input.password, caller) : null;
  return context.transactions
    .withEntities(async (em) => {
      const user = await em.findOne(User, { id: stored.id, isActive: true }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!user) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
      proven?.requireCurrent(user.passwordHash);
      if (account.username !== user.username) await reserveUsername(em, account.username, user.id);
      const { email: oldEmail } = user;
      const email = newEmail ?? oldEmail;
      em.assign(user, { ...account, ...(isAtOnce && { email }) }, { ignoreUndefined: true });
      const { hasRandomAvatarHash: isRandom } = input;
      if (isRandom != null) user.randomAvatarHash = randomAvatarHash(isRandom, user.randomAvatarHash);
      if (passwordHash !== null) user.passwordHash = passwordHash;
      await em.flush();
      if (passwordHash !== null) {
        await em.nativeDelete(AccountToken, { user: user.id, purpose: 'reset_password' });
        await revokeAccess(em, user.id, tokenId);
      }
      if (isSameEmail(email, oldEmail)) {
        if (passwordHash !== null) await em.nativeDelete(EmailChange, { user: user.id });
        return user.id;
      }
      // Both end a pending change.
      if (isAtOnce) await announceEmailChange(context, em, user, oldEmail, email);
      else await requestEmailChange(context, em, user, email, proven !== null);
      return user.id;
    })
    .catch((error: unknown) => {
      throw translateNameConflict(error);
    });
}

/** Returns an empty password if none is given. */
function currentPassword({ currentPassword, oldPassword }: UserChanges): { current: string; field: PasswordField } {
  if (!currentPassword && oldPassword) return { current: oldPassword, field: 'oldPassword' };
  return { current: currentPassword ?? '', field: 'currentPassword' };
}

/**
 * Reports problems in the order of contract §3.9: invalid fields, then names in use. Whether an address is in use is
 * reported only if `discloses`. It then counts as a change of the address, so that refusals do not enumerate addresses.
 */
async function validChanges(
  context: Context,
  stored: VisibleRecord<'user'>,
  input: UserChanges,
  { isAtOnce, discloses }: { readonly isAtOnce: boolean; readonly discloses: boolean },
) {
  const validation = new Validation();
  const name =
    input.fullName === undefined ? {} : { fullName: validFullName(validation, input.fullName ?? '', stored.fullName) };
  const email = input.email === undefined ? undefined : validEmail(validation, input.email ?? '');
  const username = validUsername(validation, input.username?.trim() || stored.username, stored.username);
  const profile = validProfile(validation, input, stored);
  if (input.password) {
    const { current, field } = currentPassword(input);
    if (current === '') validation.add('OLD_PASSWORD_REQUIRED', field);
    validPassword(validation, context.services.passwords, input.password);
  }
  const isOther = email !== undefined && isEmailAddress(email) && !isSameEmail(email, stored.ownEmail);
  if (isOther && discloses && !isAtOnce) await limitEmailChanges(context, stored.id, email);
  const inUse = await findTakenNames(context, { username, email: email ?? stored.ownEmail }, stored);
  if (inUse.email && discloses) validation.add('EMAIL_TAKEN', 'email');
  if (inUse.username) validation.add('USERNAME_TAKEN', 'username');
  validation.throwIfInvalid();
  return { username, ...name, email, ...profile };
}

/** The input members that may hold the current password; the second is the former name. */
type PasswordField = 'currentPassword' | 'oldPassword';
