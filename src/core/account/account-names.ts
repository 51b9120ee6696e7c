import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { namesInUse } from '../reads/accounts.js';
import { isUniqueViolation } from '../../database/sql-state.js';
import { isStorable } from '../common/validation.js';

/**
 * Checks which of two names another account uses, case-insensitively, so that a form receives all problems at once. The
 * unique indexes resolve races: see `translateNameConflict`.
 *
 * @param except the account that may use them
 */
export async function findTakenNames(
  { reads }: Pick<Context, 'reads'>,
  names: { readonly username: string; readonly email: string },
  except: string | null = null,
): Promise<{ username: boolean; email: boolean }> {
  if (!isStorable(names.username + names.email)) return { username: false, email: false };
  const [inUse] = await reads.scope.run(namesInUse, { ...names, except });
  return inUse ?? { username: false, email: false };
}

/** Translates a unique violation on `users` into DomainError INVALID; returns any other error unchanged. */
export function translateNameConflict(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_username_key')) return domainError('INVALID', 'USERNAME_TAKEN', 'username');
  if (isUniqueViolation(error, 'users_email_key')) return domainError('INVALID', 'EMAIL_TAKEN', 'email');
  return error;
}
