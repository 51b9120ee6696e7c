import type { Context } from '../context.js';
import { DomainError, type Reason } from '../errors.js';

/** The arguments of `refund`, which reverts a `consume`. */
type ConsumedLimit = readonly [...Parameters<Context['limits']['refund']>];

/** An attempt to prove knowledge of an account's password. */
interface LoginAttempt {
  readonly username: string;
  /** The reason of failures that count as a wrong password. */
  readonly wrongPassword: Reason;
  /** Further limits, consumed first. */
  readonly extraLimits?: readonly ConsumedLimit[];
}

/**
 * Consumes the limits before the attempt, and gives them back unless the password was wrong. Checking first and
 * counting afterwards would let concurrent guesses exceed the limit.
 *
 * One limit counts wrong passwords per account and client address, another per account across all addresses. The latter
 * does not apply to addresses from which the owner has logged in, so that guessing elsewhere cannot lock the owner out.
 *
 * @throws DomainError RATE_LIMITED, and any error of `attempt`
 */
export async function withLoginThrottling<Value>(
  { limits, client }: Context,
  { username, wrongPassword, extraLimits = [] }: LoginAttempt,
  attempt: () => Promise<Value>,
): Promise<Value> {
  const accountAddress = limits.accountAtAddress(username, client.address);
  const consumed: readonly ConsumedLimit[] = [
    ...extraLimits,
    ['login_account_address', accountAddress],
    ['login_account', username],
  ];
  for (const [name, key] of consumed)
    await limits.consume(name, key, name === 'login_account' ? accountAddress : undefined);
  const value = await attempt().catch(async (error: unknown) => {
    const isWrongPassword =
      error instanceof DomainError && error.problems.some(({ reason }) => reason === wrongPassword);
    if (!isWrongPassword) await Promise.all(consumed.map(([name, key]) => limits.refund(name, key)));
    throw error;
  });
  await limits.markProven(accountAddress, consumed);
  return value;
}
