import type { Context } from '../../context.js';
import { fail } from '../../errors.js';
import { accountSecrets } from '../../reads/accounts.js';
import { countingGuesses } from './guesses.js';

/** A new password whose owner has shown that the old one is known. */
export interface ChangedPassword {
  /**
   * The hash to store.
   *
   * @param stored the present one
   * @throws DomainError FORBIDDEN when it is no longer the one of the old password: somebody else changed it meanwhile
   */
  readonly replacing: (stored: string | null | undefined) => string;
}

const wrong = () => fail('FORBIDDEN', 'OLD_PASSWORD_WRONG', 'oldPassword');

/**
 * Checks the old password and hashes the new one, which takes long: not within a transaction. Wrong guesses count like
 * those at the login, so that a token which fell into the wrong hands does not help to guess.
 *
 * @throws DomainError FORBIDDEN when the old password is wrong, RATE_LIMITED, UNAVAILABLE when too many passwords wait
 */
export async function changedPassword(
  context: Context,
  account: { readonly id: string; readonly username: string },
  password: string,
  oldPassword: string | null | undefined,
): Promise<ChangedPassword> {
  const { reads, services } = context;
  const guessing = { username: account.username, wrong: 'OLD_PASSWORD_WRONG' } as const;
  const old = await countingGuesses(context, guessing, async () => {
    const [secrets] = await reads.scope.run(accountSecrets, { userId: account.id });
    const stored = secrets?.passwordHash ?? null;
    const { ok } = await services.passwords.verifyPassword(stored, oldPassword ?? '');
    if (!ok) throw wrong();
    return stored;
  });
  const hash = await services.passwords.hashPassword(password);
  return {
    replacing(stored) {
      if (stored !== old) throw wrong();
      return hash;
    },
  };
}
