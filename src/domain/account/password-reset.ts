import type { Context } from '../../context.js';
import { AccessToken } from '../../entities/access-token.entity.js';
import { AccountToken } from '../../entities/account-token.entity.js';
import { fail } from '../../errors.js';
import { validPassword } from './account-fields.js';
import { isGoodAccountToken, spendAccountToken } from './account-tokens.js';
import { validToken } from './email-verification.js';
import { inTransaction } from '../transaction.js';
import { Validation } from '../validation.js';

/**
 * Sets a new password by a token that came by mail. Whoever holds the token reads the mailbox, so the address counts as
 * verified from then on, and where they are as a place from which the account logs in: whoever guesses at it elsewhere does
 * not keep them out. Every access token of the account is revoked: somebody may have known the old password.
 *
 * @returns the id of the account
 * @throws DomainError INVALID, with RESET_FAILED when the token is unknown, used or expired; UNAVAILABLE when too many
 *   passwords wait
 */
export async function resetPassword(
  context: Context,
  input: { readonly token: string; readonly password: string },
): Promise<string> {
  const { passwords } = context.services;
  const validation = new Validation();
  const token = validToken(validation, input.token);
  const password = validPassword(validation, passwords, input.password);
  validation.done();
  // Hashing is dear: it is not done for whoever makes up tokens.
  if (!(await isGoodAccountToken(context, 'reset_password', token))) throw fail('INVALID', 'RESET_FAILED', 'token');
  const passwordHash = await passwords.hashPassword(password);
  const { id, username } = await inTransaction(context, async (em) => {
    const user = await spendAccountToken(em, 'reset_password', token, context.now);
    if (!user) throw fail('INVALID', 'RESET_FAILED', 'token');
    Object.assign(user, { passwordHash, isVerified: true });
    await em.flush();
    await em.nativeDelete(AccountToken, { user: user.id });
    await em.nativeDelete(AccessToken, { user: user.id });
    return user;
  });
  const { limits, client } = context;
  await limits.prove(limits.accountAt(username, client.address));
  return id;
}
