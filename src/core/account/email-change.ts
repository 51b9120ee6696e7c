import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { AccountToken, EmailChange } from '../../database/entities/user.entity.js';
import { hashToken } from '../common/bearer-token.js';
import { issueAccountToken, newMailedToken } from './account-tokens.js';
import { noticeTo, ownerOf } from './address-in-use.js';
import { welcomeMail, type Newcomer } from './welcome-mail.js';

/** The locked account whose address changes. */
interface Account {
  readonly id: string;
  readonly username: string;
  readonly isVerified: boolean;
}

/** Validity of the links of a pending change. */
export const EMAIL_CHANGE_SECONDS = 7 * 86_400;

/**
 * Maximum number of cancellation links stored. By default a user requests at most 5 changes an hour, and thus 840 in
 * the 7 days that a link is valid. If a deployment allows more, the newest are retained: they are at the top of the
 * mailbox.
 */
const MAX_CANCELLATION_LINKS = 1_000;

/**
 * Limits how many mails a user can send to other people's mailboxes by changing the address.
 *
 * @throws DomainError RATE_LIMITED
 */
export async function limitEmailChanges({ limits }: Context, userId: string, newEmail: string): Promise<void> {
  await limits.consume('email_changes_user', userId);
  await limits.consume('reminder_account', newEmail);
}

/**
 * Stores a new address that awaits confirmation, replaces an earlier one, and mails the links to both addresses
 * (decisions no. 35). The reader of the current mailbox may open any mail sent there: the links in earlier ones
 * cancel the new change too. If another account uses the new address, its owner receives a notice instead of the link,
 * so that the change cannot take effect, and nothing that the user sees differs.
 *
 * @param user has the current address
 * @param isAuthorised whether the current password was given; if not, the current address receives a link to authorise
 */
export async function requestEmailChange(
  { services, pages, now }: Context,
  em: EntityManager,
  user: Account & { readonly email: string },
  newEmail: string,
  isAuthorised: boolean,
): Promise<void> {
  const { id, username, email } = user;
  const tokens = { confirm: newMailedToken(), authorise: newMailedToken(), cancel: newMailedToken() };
  const earlier = await cancellationHashes(em, id, now);
  await em.nativeDelete(EmailChange, { user: id });
  await em.insert(EmailChange, {
    user: id,
    newEmail,
    confirmationHash: hashToken(tokens.confirm),
    authorisationHash: isAuthorised ? null : hashToken(tokens.authorise),
    cancellationHashes: [hashToken(tokens.cancel), ...earlier].slice(0, MAX_CANCELLATION_LINKS),
    authorisedAt: isAuthorised ? new Date(now * 1000) : null,
    expiresAt: new Date((now + EMAIL_CHANGE_SECONDS) * 1000),
  });
  const confirmUrl = pages.emailChange('confirm', tokens.confirm);
  const authoriseUrl = pages.emailChange('authorise', tokens.authorise);
  const notice = { username, newEmail, cancelUrl: pages.emailChange('cancel', tokens.cancel) };
  const owner = await ownerOf(em, newEmail);
  await services.mail.queue(em, [
    ...(owner
      ? noticeTo(owner, pages)
      : [{ kind: 'email_change_confirmation', to: newEmail, data: { username, confirmUrl } } as const]),
    isAuthorised
      ? { kind: 'email_change_notice', to: email, data: notice }
      : { kind: 'email_change_authorisation', to: email, data: { ...notice, authoriseUrl } },
  ]);
}

/** Returns the hashes of the links that cancel the pending change of an account; none if it has no pending change. */
async function cancellationHashes(em: EntityManager, user: string, now: number): Promise<readonly string[]> {
  const pending = { user, expiresAt: { $gt: new Date(now * 1000) } };
  const change = await em.findOne(EmailChange, pending, { disableIdentityMap: true });
  return change?.cancellationHashes ?? [];
}

/**
 * Invalidates the links sent to the old address and notifies both addresses, after an administrator has changed it. An
 * unverified account receives a new verification link.
 */
export async function announceEmailChange(
  { services, pages, now }: Context,
  em: EntityManager,
  { id, username, isVerified, verifyBy }: Account & Pick<Newcomer, 'verifyBy'>,
  oldEmail: string,
  newEmail: string,
): Promise<void> {
  await em.nativeDelete(AccountToken, { user: id });
  await em.nativeDelete(EmailChange, { user: id });
  const to = [oldEmail, newEmail];
  await services.mail.queue(em, [{ kind: 'email_changed', to, data: { username, newEmail } }]);
  if (isVerified) return;
  const token = await issueAccountToken(em, id, 'verify_email', now);
  const newcomer = { username, email: newEmail, isVerified, verifyBy };
  await services.mail.queue(em, [welcomeMail(newcomer, pages.verification(token))]);
}
