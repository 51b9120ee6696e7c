import type { Context } from '../context.js';
import { DomainError, type Reason } from '../errors.js';

/** The arguments of `giveBack`, which reverts a `consume`. */
type Consumed = readonly [...Parameters<Context['limits']['giveBack']>];

/** An attempt to prove knowledge of an account's password. */
interface Guessing {
  readonly username: string;
  /** The reason of failures that count as a wrong password. */
  readonly wrong: Reason;
  /** Further limits, consumed first. */
  readonly also?: readonly Consumed[];
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
export async function countingGuesses<Value>(
  { limits, client }: Context,
  { username, wrong, also = [] }: Guessing,
  attempt: () => Promise<Value>,
): Promise<Value> {
  const here = limits.accountAt(username, client.address);
  const consumed: readonly Consumed[] = [...also, ['login_account_address', here], ['login_account', username]];
  for (const [name, key] of consumed) await limits.consume(name, key, name === 'login_account' ? here : undefined);
  const value = await attempt().catch(async (error: unknown) => {
    const counts = error instanceof DomainError && error.problems.some(({ reason }) => reason === wrong);
    if (!counts) await Promise.all(consumed.map(([name, key]) => limits.giveBack(name, key)));
    throw error;
  });
  await limits.prove(here, consumed);
  return value;
}
