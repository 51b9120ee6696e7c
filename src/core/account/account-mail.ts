import { LockMode, raw, type EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { User } from '../../database/entities/user.entity.js';
import { fail } from '../errors.js';
import { issueAccountToken, type TokenPurpose } from './account-tokens.js';
import { LONGEST_EMAIL } from './email-address.js';
import { loginPage, newPasswordPage, verificationPage } from '../common/pages.js';
import { inTransaction } from '../transaction/transaction.js';
import { Validation } from '../common/validation.js';

/** Mails requested by unauthenticated callers, who must not learn which accounts exist (decisions.md no. 16). */

type Mail = Parameters<Context['services']['mail']['queue']>[1][number];

interface Recipient {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

interface Wish {
  /** The field that identifies the account. */
  readonly field: 'username' | 'email';
  /** The token in the mail; null if it contains none. */
  readonly purpose: TokenPurpose | null;
  readonly mail: (recipient: Recipient, website: string, token: string) => Mail;
}

const verification: Wish = {
  field: 'email',
  purpose: 'verify_email',
  mail: ({ username, email }, website, token) => ({
    kind: 'welcome',
    to: email,
    data: { username, verificationUrl: verificationPage(website, token) },
  }),
};
const usernameReminder: Wish = {
  field: 'email',
  purpose: null,
  mail: ({ username, email }, website) => ({
    kind: 'username_reminder',
    to: email,
    data: { username, loginUrl: loginPage(website) },
  }),
};
const passwordReset: Wish = {
  field: 'username',
  purpose: 'reset_password',
  mail: ({ username, email }, website, token) => ({
    kind: 'password_reset',
    to: email,
    data: { username, resetUrl: newPasswordPage(website, token) },
  }),
};

/**
 * Each mails the active account with this address or name, case-insensitively, and returns the same if there is none.
 *
 * All throw DomainError INVALID if the input is blank, RATE_LIMITED, and INVALID with USER_UNKNOWN if the deployment
 * discloses accounts.
 */
export const requestEmailVerification = requesting(verification);
export const requestUsernameReminder = requesting(usernameReminder);
export const requestPasswordReset = requesting(passwordReset);

function requesting(wish: Wish) {
  return async (context: Context, given: string): Promise<void> => {
    const validation = new Validation();
    const name = validation.required(wish.field, given.trim(), LONGEST_EMAIL);
    validation.done();
    // Counts by the given name, even if no account matches, so that the limit discloses nothing.
    await context.limits.consume('reminder_address', context.client.address);
    await context.limits.consume('reminder_account', name);
    await inTransaction(context, async (em) => {
      const column = raw(`lower(${wish.field}) = lower(?)`, [name]);
      // Waits for a concurrent e-mail change to commit: the mail must not go to the former address.
      const user = await em.findOne(User, { [column]: [], isActive: true }, { lockMode: LockMode.PESSIMISTIC_READ });
      if (!user && context.services.policy.discloseAccounts) throw fail('INVALID', 'USER_UNKNOWN', wish.field);
      await writeTo(context, em, wish, user);
    });
  };
}

/** Placeholder recipient that the statements use if no account matches. */
const NOBODY: Recipient = { id: '0', username: 'nobody', email: 'nobody@example.org' };

/**
 * Executes the same statements and rolls them back if no account matches, so that neither timing nor response differs.
 */
async function writeTo({ services, website, now }: Context, em: EntityManager, wish: Wish, user: Recipient | null) {
  const recipient = user ?? NOBODY;
  const undone = new Error('Roll back: no account matches');
  const written = em.transactional(async (inner) => {
    const token = wish.purpose === null ? '' : await issueAccountToken(inner, recipient.id, wish.purpose, now);
    await services.mail.queue(inner, [wish.mail(recipient, website, token)]);
    if (!user) throw undone;
  });
  await written.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}
