import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { accountSecrets } from '../reads/accounts.js';
import { withLoginThrottling } from './login-throttling.js';

/** Proof that the caller supplied the current password of an account. */
interface VerifiedPassword {
  /**
   * Compares the hash that was verified with the one in the locked row.
   *
   * @throws DomainError FORBIDDEN if the password has changed since
   */
  readonly requireCurrent: (stored: string | null | undefined) => void;
}

/**
 * Verifies the current password. This is slow: call it outside transactions. Wrong passwords count like failed logins,
 * so that a stolen token does not help to guess.
 *
 * @param field the member that an error names
 * @throws DomainError FORBIDDEN if it is wrong, RATE_LIMITED, UNAVAILABLE if the hashing queue is full
 */
export async function verifyCurrentPassword(
  context: Context,
  account: { readonly id: string; readonly username: string },
  password: string,
  field: string,
): Promise<VerifiedPassword> {
  const { reads, services, client } = context;
  const { username } = account;
  const wrong = () => domainError('FORBIDDEN', 'OLD_PASSWORD_WRONG', field);
  const loginAttempt = { name: username, owner: username, wrongPassword: 'OLD_PASSWORD_WRONG' } as const;
  const caller = { account: username, address: client.address };
  const verified = await withLoginThrottling(context, loginAttempt, async () => {
    const [secrets] = await reads.scope.run(accountSecrets, { userId: account.id });
    const stored = secrets?.passwordHash ?? null;
    const { ok } = await services.passwords.verifyPassword(stored, password, caller);
    if (!ok) throw wrong();
    return stored;
  });
  return {
    requireCurrent(stored) {
      if (stored !== verified) throw wrong();
    },
  };
}
