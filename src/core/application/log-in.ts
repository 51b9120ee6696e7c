import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context } from '../context.js';
import { User } from '../../database/entities/user.entity.js';
import { domainError } from '../errors.js';
import { withLoginThrottling } from '../account/login-throttling.js';
import { isStorable, Validation } from '../common/validation.js';
import { db, statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';

/** A user's name (case-insensitive) and password. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** What the login yields, and the ID of its user. */
interface LoggedIn<Value> {
  readonly value: Value;
  readonly userId: string;
}

/** An account whose password was verified, and the hash to store for it. */
interface VerifiedAccount extends LoginAccountRow {
  readonly newHash: string | null;
}

/** Maximum number of attempts if the password is changed or rehashed during the login. */
const MAX_ATTEMPTS = 3;

/** @throws DomainError INVALID if the username or the password is empty */
export function requireLogin({ username, password }: Login): void {
  const validation = new Validation();
  if (username === '') validation.add('FIELD_REQUIRED', 'username');
  if (password === '') validation.add('FIELD_REQUIRED', 'password');
  validation.throwIfInvalid();
}

/**
 * Logs in a user. A wrong password and an unknown account have the same error and timing (decisions.md no. 16). Only
 * failures count towards the limits.
 *
 * @param grant stores what the login yields, in the transaction that stores its time
 * @throws DomainError FORBIDDEN with SIGN_IN_FAILED; UNAUTHENTICATED with NOT_VERIFIED, if the password was correct;
 *   RATE_LIMITED; UNAVAILABLE if the hashing queue is full; the errors of `grant`
 */
export async function logIn<Value>(
  context: Context,
  login: Login,
  grant: (em: EntityManager, userId: string) => Promise<Value>,
): Promise<LoggedIn<Value>> {
  const { username } = login;
  const extraLimits = [['login_address', context.client.address]] as const;
  return withLoginThrottling(context, { username, wrongPassword: 'SIGN_IN_FAILED', extraLimits }, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const account = await verifyAccount(context, login);
      const granted = await grantTo(context, account, grant);
      if (granted !== null) return granted;
    }
    throw signInFailed();
  });
}

const signInFailed = () => domainError('FORBIDDEN', 'SIGN_IN_FAILED');

async function verifyAccount(
  { reads, services: { passwords } }: Context,
  { username, password }: Login,
): Promise<VerifiedAccount> {
  const [account] = isStorable(username) ? await reads.scope.run(loginAccount, { username }) : [];
  const { ok, rehash } = await passwords.verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !ok) throw signInFailed();
  if (!account.isVerified) throw domainError('UNAUTHENTICATED', 'NOT_VERIFIED');
  // Old passwords may violate the current rules: retain their hash.
  const mustRehash = rehash && passwords.passwordProblem(password) === null;
  return { ...account, newHash: mustRehash ? await passwords.hashPassword(password) : account.passwordHash };
}

/**
 * Stores the time of the login, and what it yields.
 *
 * @returns null if the account has changed since verification: a concurrently reset password must not log in
 */
async function grantTo<Value>(
  context: Context,
  { id, passwordHash, newHash }: VerifiedAccount,
  grant: (em: EntityManager, userId: string) => Promise<Value>,
): Promise<LoggedIn<Value> | null> {
  return context.transactions.withEntities(async (em) => {
    const lastLoginAt = new Date(context.now * 1000);
    const unchanged = { id, passwordHash, isActive: true };
    // Also cancels a deletion that the user has requested.
    const change = { lastLoginAt, passwordHash: newHash, deletionAt: null };
    if ((await em.nativeUpdate(User, unchanged, change)) === 0) return null;
    return { value: await grant(em, id), userId: id };
  });
}

/** The active account of a username (case-insensitive), with the columns that login checks. */
export const loginAccount = statement('account to sign in', ($: Parameters<{ username: string }>) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.password_hash as passwordHash', 'u.is_verified as isVerified'])
    .where(sql<boolean>`lower(u.username) = lower(${$.username})`)
    .where('u.is_active', '=', true),
);

type LoginAccountRow = RowOfStatement<typeof loginAccount>;
