import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { consumeAccountToken } from './account-tokens.js';
import { Validation } from '../common/validation.js';

const MAX_TOKEN_LENGTH = 255;

/** Validates a token from a mailed link. */
export const validToken = (validation: Validation, token: string): string =>
  validation.required('token', token.trim(), MAX_TOKEN_LENGTH);

/**
 * Marks the e-mail address of an account as verified, which permits login, and consumes all its verification tokens.
 *
 * @param input the token of the mail
 * @returns the ID of the account
 * @throws DomainError INVALID with VERIFICATION_FAILED if the token is unknown, used or expired
 */
export async function verifyEmail(context: Context, input: string): Promise<string> {
  const validation = new Validation();
  const token = validToken(validation, input);
  validation.throwIfInvalid();
  return context.transactions.withEntities(async (em) => {
    const user = await consumeAccountToken(em, 'verify_email', token, context.now);
    if (!user) throw domainError('INVALID', 'VERIFICATION_FAILED', 'token');
    user.isVerified = true;
    await em.flush();
    return user.id;
  });
}
