import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Context } from '../context.js';
import { AccountToken, User, EmailChange } from '../../database/entities/user.entity.js';
import { accountTokenValidity } from '../reads/accounts.js';
import { revokeAccess } from '../common/revoke-access.js';
import { hashToken } from '../common/bearer-token.js';
import { domainError } from '../errors.js';
import { Validation } from '../common/validation.js';
import { validPassword } from './account-fields.js';

/** The action that a mailed token permits. */
export type TokenPurpose = 'verify_email' | 'reset_password';

const HOUR = 3_600;
export const lifetimeSeconds: Readonly<Record<TokenPurpose, number>> = {
  verify_email: 7 * 24 * HOUR,
  reset_password: HOUR,
};

/** Generates the token of a mailed link: 256 random bits, safe in URLs. */
export const newMailedToken = (): string => randomBytes(32).toString('base64url');

/**
 * Creates a one-time token and deletes the account's expired ones. Stores only its hash.
 *
 * @param userId if no account has this ID, the same statements run and store nothing
 * @param now seconds since 1970
 */
export async function issueAccountToken(
  em: EntityManager,
  userId: string,
  purpose: TokenPurpose,
  now: number,
): Promise<string> {
  const token = newMailedToken();
  await em.nativeDelete(AccountToken, { user: userId, expiresAt: { $lt: new Date(now * 1000) } });
  await sql`insert into account_tokens (user_id, purpose, token_hash, expires_at)
    select id, ${purpose}, ${hashToken(token)}, to_timestamp(${now + lifetimeSeconds[purpose]}::float8)
    from users where id = ${userId}`.execute(em.getKysely());
  return token;
}

/** Whether a token is valid now. A concurrent request may still spend it: only `consumeAccountToken` decides. */
export async function isValidAccountToken(
  { reads, now }: Pick<Context, 'reads' | 'now'>,
  purpose: TokenPurpose,
  token: string,
): Promise<boolean> {
  const [found] = await reads.scope.run(accountTokenValidity, { tokenHash: hashToken(token), purpose, now });
  return found?.good === true;
}

/**
 * Consumes a token and every other token of the account for the same purpose. Of concurrent requests, only one
 * succeeds.
 *
 * @param now seconds since 1970
 * @returns the account, locked; null if the token is unknown, used or expired, or the account is not active
 */
export async function consumeAccountToken(em: EntityManager, purpose: TokenPurpose, token: string, now: number) {
  const valid = { tokenHash: hashToken(token), purpose, expiresAt: { $gt: new Date(now * 1000) } };
  const found = await em.findOne(AccountToken, valid);
  if (!found) return null;
  const account = { id: found.user.id, isActive: true };
  const user = await em.findOne(User, account, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const deleted = await em.nativeDelete(AccountToken, valid);
  if (!user || deleted === 0) return null;
  await em.nativeDelete(AccountToken, { user: user.id, purpose });
  return user;
}

const MAX_TOKEN_LENGTH = 255;

const validToken = (validation: Validation, token: string): string =>
  validation.required('token', token.trim(), MAX_TOKEN_LENGTH);

/** Validates a token from a mailed link. @throws DomainError INVALID */
export function requireToken(input: string): string {
  const validation = new Validation();
  const token = validToken(validation, input);
  validation.throwIfInvalid();
  return token;
}

/**
 * Marks the e-mail address of an account as verified, which permits login. Its tokens remain, so that following the same
 * link again, or that of an earlier mail, is no error.
 *
 * @param input the token of the mail
 * @returns the ID of the account
 * @throws DomainError INVALID with VERIFICATION_FAILED if the token is unknown, or has expired before the verification
 */
export async function verifyEmail(context: Context, input: string): Promise<string> {
  const token = requireToken(input);
  return context.transactions.withEntities(async (em) => {
    const failed = () => domainError('INVALID', 'VERIFICATION_FAILED', 'token');
    const found = await em.findOne(AccountToken, { tokenHash: hashToken(token), purpose: 'verify_email' });
    if (!found) throw failed();
    const account = { id: found.user.id, isActive: true };
    const user = await em.findOne(User, account, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    // A change of the address deletes the tokens of the former one.
    const remains = await em.count(AccountToken, { id: found.id });
    if (!user || remains === 0) throw failed();
    if (user.isVerified) return user.id;
    if (found.expiresAt.getTime() <= context.now * 1000) throw failed();
    user.isVerified = true;
    await em.flush();
    return user.id;
  });
}

/**
 * Sets a new password by a mailed token. The token proves access to the mailbox, so the address becomes verified, and
 * the client address becomes a proven one for logins: guessing elsewhere cannot lock it out. Revokes every access token
 * and cancels a pending e-mail change, because the old password may have been compromised.
 *
 * @returns the ID of the account
 * @throws DomainError INVALID, with RESET_FAILED if the token is unknown, used or expired; UNAVAILABLE if the hashing
 *   queue is full
 */
export async function resetPassword(
  context: Context,
  input: { readonly token: string; readonly password: string },
): Promise<string> {
  const { passwords } = context.services;
  const validation = new Validation();
  const token = validToken(validation, input.token);
  const password = validPassword(validation, passwords, input.password);
  validation.throwIfInvalid();
  // Hashing is expensive: check the token first, so that forged tokens do not cause it.
  if (!(await isValidAccountToken(context, 'reset_password', token)))
    throw domainError('INVALID', 'RESET_FAILED', 'token');
  const caller = { account: token, address: context.client.address };
  const passwordHash = await passwords.hashPassword(password, caller);
  const { id, username } = await context.transactions.withEntities(async (em) => {
    const user = await consumeAccountToken(em, 'reset_password', token, context.now);
    if (!user) throw domainError('INVALID', 'RESET_FAILED', 'token');
    Object.assign(user, { passwordHash, isVerified: true });
    await em.flush();
    await revokeAccess(em, user.id);
    await em.nativeDelete(EmailChange, { user: user.id });
    return user;
  });
  const { limits, client } = context;
  const { address } = client;
  await limits.markProven(limits.accountAtAddress(username, address), { name: username, address });
  return id;
}
