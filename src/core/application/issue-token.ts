import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context } from '../context.js';
import { Application } from '../../database/entities/application.entity.js';
import { User } from '../../database/entities/user.entity.js';
import { domainError } from '../errors.js';
import { isTokenValid } from '../reads/access-tokens.js';
import { withLoginThrottling } from '../account/login-throttling.js';
import { authenticateClient } from './client-credentials.js';
import { storeToken } from './tokens.js';
import { isStorable, Validation } from '../common/validation.js';
import { db, statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';

/** A user's name (case-insensitive) and password, and the credentials of the application that collected them. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A bearer token, returned only once, and the ID of its user. */
interface IssuedToken {
  readonly token: string;
  readonly userId: string;
}

/** An account whose password was verified, and the hash to store for it. */
interface VerifiedAccount extends LoginAccountRow {
  readonly newHash: string | null;
}

/** Maximum number of attempts if the password is changed or rehashed during the login. */
const MAX_ATTEMPTS = 3;

/**
 * Logs in a user: the password grant of contract §2.2. A wrong password and an unknown account have the same error and
 * timing (decisions.md no. 16). Only failures count towards the limits.
 *
 * @throws DomainError INVALID; FORBIDDEN with CLIENT_REFUSED or SIGN_IN_FAILED; UNAUTHENTICATED with NOT_VERIFIED, if
 *   the password was correct; RATE_LIMITED; UNAVAILABLE if the hashing queue is full
 */
export async function issueToken(context: Context, credentials: Credentials): Promise<IssuedToken> {
  const { username, password, clientId, clientSecret } = credentials;
  const validation = new Validation();
  if (username === '') validation.add('FIELD_REQUIRED', 'username');
  if (password === '') validation.add('FIELD_REQUIRED', 'password');
  validation.throwIfInvalid();
  const client = await authenticateClient(context, clientId, clientSecret);
  if (!client?.mayUsePasswordGrant) throw domainError('FORBIDDEN', 'CLIENT_REFUSED');
  const extraLimits = [['login_address', context.client.address]] as const;
  return withLoginThrottling(context, { username, wrongPassword: 'SIGN_IN_FAILED', extraLimits }, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const account = await verifyAccount(context, credentials);
      const token = await createToken(context, account, client.id);
      if (token !== null) return { token, userId: account.id };
    }
    throw signInFailed();
  });
}

const signInFailed = () => domainError('FORBIDDEN', 'SIGN_IN_FAILED');

async function verifyAccount(
  { reads, services: { passwords } }: Context,
  { username, password }: Credentials,
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
 * Stores a token and the time of the login.
 *
 * @returns null if the account has changed since verification: a concurrently reset password must not log in
 */
async function createToken(context: Context, account: VerifiedAccount, applicationId: string): Promise<string | null> {
  const { id, passwordHash, newHash } = account;
  return context.transactions.withEntities(async (em) => {
    const lastLoginAt = new Date(context.now * 1000);
    const unchanged = { id, passwordHash, isActive: true };
    if ((await em.nativeUpdate(User, unchanged, { lastLoginAt, passwordHash: newHash })) === 0) return null;
    await lockApplication(em, applicationId);
    await deleteInvalidTokens(em, id, context.now);
    return storeToken(em, id, applicationId);
  });
}

/** @throws DomainError FORBIDDEN if the application was deleted, or lost the password grant, concurrently */
async function lockApplication(em: EntityManager, id: string): Promise<void> {
  const which = { id, mayUsePasswordGrant: true };
  const application = await em.findOne(Application, which, { lockMode: LockMode.PESSIMISTIC_READ, fields: ['id'] });
  if (!application) throw domainError('FORBIDDEN', 'CLIENT_REFUSED');
}

/** Deletes the account's invalid tokens, such as those expired by inactivity (contract §2.2). */
async function deleteInvalidTokens(em: EntityManager, userId: string, now: number): Promise<void> {
  await sql`delete from access_tokens where id in (
    select k.id from access_tokens as k left join applications as a on a.id = k.application_id
    where k.user_id = ${userId}::bigint and not ${isTokenValid(now)})`.execute(em.getKysely());
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
