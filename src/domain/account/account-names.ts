import type { Context } from '../../context.js';
import { fail } from '../../errors.js';
import { namesInUse } from '../../reads/accounts.js';
import { isTaken } from '../../reads/database-errors.js';
import { isStorable } from '../validation.js';

/**
 * Which of two names another account has, in any case, so that a form is told everything at once. Who comes first is
 * decided by the indexes: see `takenName`.
 *
 * @param except the account that may have them
 */
export async function namesTaken(
  { reads }: Pick<Context, 'reads'>,
  names: { readonly username: string; readonly email: string },
  except: string | null = null,
): Promise<{ username: boolean; email: boolean }> {
  if (!isStorable(names.username + names.email)) return { username: false, email: false };
  const [inUse] = await reads.scope.run(namesInUse, { ...names, except });
  return inUse ?? { username: false, email: false };
}

/** What an error of a write to `users` means: DomainError INVALID where somebody else was faster, else the same error. */
export function takenName(error: unknown): unknown {
  if (isTaken(error, 'users_username_key')) return fail('INVALID', 'USERNAME_TAKEN', 'username');
  if (isTaken(error, 'users_email_key')) return fail('INVALID', 'EMAIL_TAKEN', 'email');
  return error;
}
