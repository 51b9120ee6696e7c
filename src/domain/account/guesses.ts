import type { Context } from '../../context.js';
import { DomainError, type Reason } from '../../errors.js';

/** What is asked of `consume`. */
type Consumed = readonly [...Parameters<Context['limits']['giveBack']>];

/** What an attempt to show that one knows the password of an account counts for. */
interface Guessing {
  readonly username: string;
  /** The reason of the failures that count. */
  readonly wrong: Reason;
  /** What is counted beside, and before. */
  readonly also?: readonly Consumed[];
}

/**
 * Counts the attempt before anything else, and takes it back unless it failed for the password: whoever looked first and
 * counted later would let through as many as ask at once.
 *
 * An address may guess at an account so often, and all of them together so often; but whoever guesses from elsewhere keeps
 * nobody out who logs in from where they always do.
 *
 * @throws DomainError RATE_LIMITED, and what `attempt` throws
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
