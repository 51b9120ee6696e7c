import { LockMode, raw, type EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { User } from '../../database/entities/user.entity.js';
import { domainError } from '../errors.js';
import { issueAccountToken, type TokenPurpose } from './account-tokens.js';
import { MAX_EMAIL_LENGTH } from './account-fields.js';
import { withUsableAddress } from './address-in-use.js';
import { Validation } from '../common/validation.js';
import { welcomeMail, type Newcomer } from './welcome-mail.js';

/** Mails requested by unauthenticated callers, who must not learn which accounts exist (decisions no. 16). */

type Mail = Parameters<Context['services']['mail']['queue']>[1][number];

interface Recipient extends Newcomer {
  readonly id: string;
}

interface AccountMail {
  /** The field that identifies the account, named by errors. */
  readonly field: 'username' | 'email';
  /** Whether the username and the e-mail address both identify it (decisions no. 52). */
  readonly isEither: boolean;
  /** The token in the mail; null if it contains none. */
  readonly purpose: TokenPurpose | null;
  readonly compose: (recipient: Recipient, pages: Context['pages'], token: string) => Mail;
}

const verification: AccountMail = {
  field: 'email',
  isEither: true,
  purpose: 'verify_email',
  compose: (recipient, pages, token) => welcomeMail(recipient, pages.verification(token)),
};
const usernameReminder: AccountMail = {
  field: 'email',
  isEither: false,
  purpose: null,
  compose: ({ username, email }, pages) => ({
    kind: 'username_reminder',
    to: email,
    data: { username, loginUrl: pages.login() },
  }),
};
const passwordReset: AccountMail = {
  field: 'username',
  isEither: true,
  purpose: 'reset_password',
  compose: ({ username, email }, pages, token) => ({
    kind: 'password_reset',
    to: email,
    data: { username, resetUrl: pages.newPassword(token) },
  }),
};

/**
 * Each mails the active account with this address or name, trimmed and case-insensitively, and returns the same if there is none.
 *
 * All throw DomainError INVALID if the input is blank, RATE_LIMITED, and INVALID with USER_UNKNOWN if the deployment
 * discloses accounts.
 */
export const requestEmailVerification = requestMail(verification);
export const requestUsernameReminder = requestMail(usernameReminder);
export const requestPasswordReset = requestMail(passwordReset);

function requestMail(accountMail: AccountMail) {
  return async (context: Context, input: string): Promise<void> => {
    const validation = new Validation();
    const name = validation.required(accountMail.field, input.trim(), MAX_EMAIL_LENGTH);
    validation.throwIfInvalid();
    // Counts by the given name, even if no account matches, so that the limit discloses nothing.
    await context.limits.consume('reminder_address', context.client.address);
    await context.limits.consume('reminder_account', name);
    await context.transactions.withEntities(async (em) => {
      // Waits for a concurrent e-mail change to commit: the mail must not go to the former address.
      const user = await em.findOne(
        User,
        { [named(accountMail, name)]: [], isActive: true, ...withUsableAddress() },
        // If the name of one account is the verified address of another, the address counts, as at login.
        {
          lockMode: LockMode.PESSIMISTIC_READ,
          orderBy: [
            { [raw('(is_verified and lower(email) = lower(?))', [name])]: 'desc' },
            { [raw('lower(username) = lower(?)', [name])]: 'desc' },
          ],
        },
      );
      if (!user && context.services.policy.discloseAccounts)
        throw domainError('INVALID', 'USER_UNKNOWN', accountMail.field);
      await queueMail(context, em, accountMail, user);
    });
  };
}

const named = ({ field, isEither }: AccountMail, name: string) =>
  isEither
    ? raw('(lower(username) = lower(?) or lower(email) = lower(?))', [name, name])
    : raw(`lower(${field}) = lower(?)`, [name]);

/** Placeholder recipient that the statements use if no account matches. */
const PLACEHOLDER: Recipient = {
  ...{ id: '0', username: 'nobody', email: 'nobody@example.org' },
  ...{ isVerified: false, verifyBy: null },
};

/**
 * Executes the same statements and rolls them back if no account matches, so that neither timing nor response differs.
 */
async function queueMail(
  { services, pages, now }: Context,
  em: EntityManager,
  accountMail: AccountMail,
  user: Recipient | null,
) {
  const recipient = user ?? PLACEHOLDER;
  const rollback = new Error('Roll back: no account matches');
  const transaction = em.transactional(async (inner) => {
    const token =
      accountMail.purpose === null ? '' : await issueAccountToken(inner, recipient.id, accountMail.purpose, now);
    await services.mail.queue(inner, [accountMail.compose(recipient, pages, token)]);
    if (!user) throw rollback;
  });
  await transaction.catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
}
