import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Context } from '../context.js';
import { AccountToken, User } from '../../database/entities/user.entity.js';
import { accountTokenValidity } from '../reads/accounts.js';
import { hashToken } from '../common/bearer-token.js';

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
