import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context } from '../context.js';
import { User } from '../../database/entities/user.entity.js';
import { domainError } from '../errors.js';
import { withLoginThrottling } from '../account/login-throttling.js';
import { isStorable } from '../../database/storable.js';
import { Validation } from '../common/validation.js';
import { db, statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';

/** A user's name or e-mail address (case-insensitive; surrounding blanks are ignored) and password. */
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
  if (username.trim() === '') validation.add('FIELD_REQUIRED', 'username');
  if (password === '') validation.add('FIELD_REQUIRED', 'password');
  validation.throwIfInvalid();
}

/**
 * Logs in a user by username or verified e-mail address (decisions no. 52). A wrong password and an unknown account
 * have the same error and timing (decisions no. 16). Only wrong passwords count towards the limits.
 *
 * @param grant stores what the login yields, in the transaction that stores its time
 * @throws DomainError FORBIDDEN with SIGN_IN_FAILED; UNAUTHENTICATED with NOT_VERIFIED, if the password was correct;
 *   RATE_LIMITED; UNAVAILABLE if the hashing queue is full; the errors of `grant`
 */
export async function logIn<Value>(
  context: Context,
  { username, password }: Login,
  grant: (em: EntityManager, userId: string) => Promise<Value>,
): Promise<LoggedIn<Value>> {
  const name = username.trim();
  const discloses = context.services.policy.discloseAccounts;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const [found] = isStorable(name) ? await context.reads.scope.run(loginAccount, { name, discloses }) : [];
    const login = { name, owner: found?.username ?? name, wrongPassword: 'SIGN_IN_FAILED' } as const;
    const account = await withLoginThrottling(context, login, () => verifyAccount(context, found, name, password));
    if (!account.isVerified) throw domainError('UNAUTHENTICATED', 'NOT_VERIFIED');
    const granted = await grantTo(context, account, grant);
    if (granted !== null) return granted;
  }
  throw signInFailed();
}

const signInFailed = () => domainError('FORBIDDEN', 'SIGN_IN_FAILED');

async function verifyAccount(
  { client: { address }, services: { passwords } }: Context,
  account: LoginAccountRow | undefined,
  name: string,
  password: string,
): Promise<VerifiedAccount> {
  const caller = { account: name, address };
  const { ok, rehash } = await passwords.verifyPassword(account?.passwordHash ?? null, password, caller);
  if (!account || !ok) throw signInFailed();
  // Old passwords may violate the current rules: retain their hash.
  const mustRehash = rehash && account.isVerified && passwords.passwordProblem(password) === null;
  const newHash = mustRehash ? await passwords.hashPassword(password, caller) : account.passwordHash;
  return { ...account, newHash };
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

/**
 * The active account of a username or an e-mail address (case-insensitive), with the columns that login checks. If they
 * belong to two accounts, the one whose verified address it is: a username must not take over the login of its owner.
 *
 * Unless accounts are disclosed, an address that is not verified is no name of an account: "not verified" would disclose
 * that no other account has the address.
 */
export const loginAccount = statement('account to sign in', ($: Parameters<{ name: string; discloses: boolean }>) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.username', 'u.password_hash as passwordHash', 'u.is_verified as isVerified'])
    .where(sql<boolean>`(lower(u.username) = lower(${$.name}) or lower(u.email) = lower(${$.name}))`)
    .where('u.is_active', '=', true)
    .where(sql<boolean>`(u.is_verified or ${$.discloses}::boolean or ${$.name}::text not like '%_@_%._%')`)
    .orderBy(sql`u.is_verified and lower(u.email) = lower(${$.name})`, 'desc')
    .orderBy(sql`lower(u.username) = lower(${$.name})`, 'desc')
    .limit(1),
);

type LoginAccountRow = RowOfStatement<typeof loginAccount>;
