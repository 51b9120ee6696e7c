import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { AccountToken, EmailChange, User } from '../../database/entities/user.entity.js';
import { revokeAccess } from '../common/revoke-access.js';
import { domainError } from '../errors.js';
import { hashToken } from '../common/bearer-token.js';
import { translateNameConflict } from './account-fields.js';
import { requireToken } from './account-tokens.js';

/** The links of a pending e-mail change (decisions no. 35). */

/** The state of a change after one of its links was followed. */
interface FollowedLink {
  readonly userId: string;
  /** False: the other link must still be followed. */
  readonly hasTakenEffect: boolean;
}

/** The column that identifies a change by the hash of its link's token. */
const linkColumns = {
  confirmation: (hash: string) => ({ confirmationHash: hash }),
  authorisation: (hash: string) => ({ authorisationHash: hash }),
  cancellation: (hash: string) => ({ cancellationHashes: { $contains: [hash] } }),
} as const;
type Link = keyof typeof linkColumns;

/**
 * Confirms the new address (link sent to the new address), or authorises the change (link sent to the old address). The
 * change takes effect once both are done. Following the same link again is harmless.
 *
 * Both throw DomainError INVALID, with EMAIL_CHANGE_FAILED if the token is unknown, used, cancelled or expired, and
 * with EMAIL_TAKEN if another account has used the address since.
 */
export const confirmEmailChange = followLink('confirmation', 'confirmedAt');
export const authoriseEmailChange = followLink('authorisation', 'authorisedAt');

/**
 * Cancels the change (link sent to the old address) and revokes every access token of the account, because the
 * requester of the change holds one. The link of a replaced change cancels the present one: its reader wants no change.
 *
 * @returns the ID of the account
 * @throws DomainError INVALID with EMAIL_CHANGE_FAILED if the token is unknown, used, cancelled or expired
 */
export async function cancelEmailChange(context: Context, input: string): Promise<string> {
  const token = requireToken(input);
  return context.transactions.withEntities(async (em) => {
    const { user } = await lockChange(em, 'cancellation', token, context.now);
    await em.nativeDelete(EmailChange, { user: user.id });
    await revokeAccess(em, user.id);
    return user.id;
  });
}

function followLink(link: Link, step: 'confirmedAt' | 'authorisedAt') {
  return async (context: Context, input: string): Promise<FollowedLink> => {
    const token = requireToken(input);
    return context.transactions
      .withEntities(async (em) => {
        const { user, change } = await lockChange(em, link, token, context.now);
        change[step] ??= new Date(context.now * 1000);
        await em.flush();
        const hasTakenEffect = change.confirmedAt != null && change.authorisedAt != null;
        if (hasTakenEffect) await applyChange(context, em, user, change.newEmail);
        return { userId: user.id, hasTakenEffect };
      })
      .catch((error: unknown) => {
        throw translateNameConflict(error);
      });
  };
}

/**
 * Locks the user first, as every writer of a change does, so that the change read afterwards cannot be modified
 * concurrently.
 */
async function lockChange(em: EntityManager, link: Link, token: string, now: number) {
  const unknown = () => domainError('INVALID', 'EMAIL_CHANGE_FAILED', 'token');
  const valid = { ...linkColumns[link](hashToken(token)), expiresAt: { $gt: new Date(now * 1000) } };
  const found = await em.findOne(EmailChange, valid);
  if (!found) throw unknown();
  const account = { id: found.user.id, isActive: true };
  const user = await em.findOne(User, account, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const change = await em.findOne(EmailChange, valid, { refresh: true });
  if (!user || !change) throw unknown();
  return { user, change };
}

/**
 * The link proves access to the mailbox, so the address becomes verified. Invalidates reset links sent to the old
 * address.
 */
async function applyChange(
  { services }: Context,
  em: EntityManager,
  user: { id: string; username: string; email: string; isVerified: boolean },
  newEmail: string,
): Promise<void> {
  const { id, username, email: oldEmail } = user;
  Object.assign(user, { email: newEmail, isVerified: true });
  await em.flush();
  await em.nativeDelete(AccountToken, { user: id });
  await em.nativeDelete(EmailChange, { user: id });
  await services.mail.queue(em, [{ kind: 'email_changed', to: oldEmail, data: { username, newEmail } }]);
}
