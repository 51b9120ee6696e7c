import { raw, type EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { User } from '../../entities/user.entity.js';
import { fail } from '../../errors.js';
import { issueAccountToken, type TokenPurpose } from './account-tokens.js';
import { LONGEST_EMAIL } from './email-address.js';
import { loginPage, newPasswordPage, verificationPage } from '../pages.js';
import { inTransaction } from '../transaction.js';
import { Validation } from '../validation.js';

/** Mails that somebody asks for who is not logged in, and so may not learn whose account there is (decisions.md no. 16). */

type Mail = Parameters<Context['services']['mail']['queue']>[1][number];

interface Recipient {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

interface Wish {
  /** By what the account is named. */
  readonly field: 'username' | 'email';
  /** The token in the mail; null when it holds none. */
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
 * Each mails an active account that has this address or name, in any case, and answers alike where there is none.
 *
 * All throw DomainError INVALID when nothing is given, RATE_LIMITED, and INVALID with USER_UNKNOWN where the deployment
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
    // Counted by what was given, also where nobody has that name: to be limited tells nothing.
    await context.limits.consume('reminder_address', context.client.address);
    await context.limits.consume('reminder_account', name);
    await inTransaction(context, async (em) => {
      const column = raw(`lower(${wish.field}) = lower(?)`, [name]);
      const user = await em.findOne(User, { [column]: [], isActive: true });
      if (!user && context.services.policy.discloseAccounts) throw fail('INVALID', 'USER_UNKNOWN', wish.field);
      await writeTo(context, em, wish, user);
    });
  };
}

/** Nobody, as far as the statements of a mail go. */
const NOBODY: Recipient = { id: '0', username: 'nobody', email: 'nobody@example.org' };

/** Where there is no account the same is done, and undone: neither time nor the answer tells. */
async function writeTo({ services, website, now }: Context, em: EntityManager, wish: Wish, user: Recipient | null) {
  const recipient = user ?? NOBODY;
  const undone = new Error('There is nobody to write to');
  const written = em.transactional(async (inner) => {
    const token = wish.purpose === null ? '' : await issueAccountToken(inner, recipient.id, wish.purpose, now);
    await services.mail.queue(inner, [wish.mail(recipient, website, token)]);
    if (!user) throw undone;
  });
  await written.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}
