import type { Context } from '../context.js';
import { AccessToken } from '../../database/entities/application.entity.js';
import { AccountToken, EmailChange } from '../../database/entities/user.entity.js';
import { domainError } from '../errors.js';
import { validPassword } from './account-fields.js';
import { isValidAccountToken, consumeAccountToken } from './account-tokens.js';
import { validToken } from './email-verification.js';
import { Validation } from '../common/validation.js';

/**
 * Sets a new password by a mailed token. The token proves access to the mailbox, so the address becomes verified, and
 * the client address becomes a proven one for logins: guessing elsewhere cannot lock it out. Revokes every access token
 * and cancels a pending e-mail change, because the old password may have been compromised.
 *
 * @returns the ID of the account
 * @throws DomainError INVALID, with RESET_FAILED if the token is unknown, used or expired; UNAVAILABLE if the hashing
 *   queue is full
 */
export async function resetPassword(
  context: Context,
  input: { readonly token: string; readonly password: string },
): Promise<string> {
  const { passwords } = context.services;
  const validation = new Validation();
  const token = validToken(validation, input.token);
  const password = validPassword(validation, passwords, input.password);
  validation.throwIfInvalid();
  // Hashing is expensive: check the token first, so that forged tokens do not cause it.
  if (!(await isValidAccountToken(context, 'reset_password', token)))
    throw domainError('INVALID', 'RESET_FAILED', 'token');
  const passwordHash = await passwords.hashPassword(password);
  const { id, username } = await context.transactions.withEntities(async (em) => {
    const user = await consumeAccountToken(em, 'reset_password', token, context.now);
    if (!user) throw domainError('INVALID', 'RESET_FAILED', 'token');
    Object.assign(user, { passwordHash, isVerified: true });
    await em.flush();
    await em.nativeDelete(AccountToken, { user: user.id });
    await em.nativeDelete(AccessToken, { user: user.id });
    await em.nativeDelete(EmailChange, { user: user.id });
    return user;
  });
  const { limits, client } = context;
  await limits.markProven(limits.accountAtAddress(username, client.address));
  return id;
}
