import type { Context } from '../context.js';
import { DomainError, type Reason } from '../errors.js';
import type { LimitKey } from '../ports.js';

/** An attempt to prove knowledge of an account's password. */
interface LoginAttempt {
  /** The username or e-mail address as entered, by which attempts are counted. */
  readonly name: string;
  /** The username of the account; `name` if there is none. */
  readonly owner: string;
  /** The reason of failures that count as a wrong password. */
  readonly wrongPassword: Reason;
}

/**
 * Limits wrong passwords: per name and client address, per name across all addresses, and per client address, in this
 * order, so that guesses at one account do not use up the limit of an address that others share. Nothing else counts:
 * neither attempts in progress, whose number the hashing queue bounds, nor rejected ones.
 *
 * A name and the address of the same account count apart, so that wrong passwords for one do not disclose the other.
 * Only at an address where the account has logged in do both share something: the exemption from the last two limits.
 *
 * An attempt takes effect when its password has been checked. Of concurrent guesses, therefore, as many as the limit are
 * answered, and the right password is accepted only if it is among them. The last two limits do not apply to accounts
 * that have logged in from the client address, so that guessing cannot lock out their owner.
 *
 * @param attempt verifies the password, and has no other effect
 * @throws DomainError RATE_LIMITED, and any error of `attempt`
 */
export async function withLoginThrottling<Value>(
  { limits, client: { address } }: Context,
  { name, owner, wrongPassword }: LoginAttempt,
  attempt: () => Promise<Value>,
): Promise<Value> {
  const known = limits.accountAtAddress(owner, address);
  const counters: readonly LimitKey[] = [
    ['login_account_address', limits.accountAtAddress(name, address)],
    ['login_account', name],
    ['login_address', address],
  ];
  await limits.check(counters, known);
  const value = await attempt().catch(async (error: unknown) => {
    const isWrongPassword =
      error instanceof DomainError && error.problems.some(({ reason }) => reason === wrongPassword);
    if (isWrongPassword) for (const [limit, key] of counters) await limits.consume(limit, key, known);
    throw error;
  });
  await limits.check(counters, known);
  await limits.markProven(known, { name, address });
  return value;
}
