import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.js';
import { AccountToken } from '../../entities/account-token.entity.js';
import { User } from '../../entities/user.entity.js';
import { accountTokenIsGood } from '../../reads/accounts.js';
import { hashToken } from '../token/bearer-token.js';

/** What a token that is sent by mail is good for. */
export type TokenPurpose = 'verify_email' | 'reset_password';

const HOUR = 3_600;
/** How long they are good. */
export const lifetimeSeconds: Readonly<Record<TokenPurpose, number>> = {
  verify_email: 7 * 24 * HOUR,
  reset_password: HOUR,
};

/**
 * A new one-time token, 256 random bits as text that fits into an address. Its hash is stored; those of the account that
 * have expired go.
 *
 * @param userId an account; where there is none, the same statements store nothing
 * @param now seconds since 1970
 */
export async function issueAccountToken(
  em: EntityManager,
  userId: string,
  purpose: TokenPurpose,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await em.nativeDelete(AccountToken, { user: userId, expiresAt: { $lt: new Date(now * 1000) } });
  await sql`insert into account_tokens (user_id, purpose, token_hash, expires_at)
    select id, ${purpose}, ${hashToken(token)}, to_timestamp(${now + lifetimeSeconds[purpose]}::float8)
    from users where id = ${userId}`.execute(em.getKysely());
  return token;
}

/** Whether a token could be spent now. What happens until then is the affair of `spendAccountToken`. */
export async function isGoodAccountToken(
  { reads, now }: Pick<Context, 'reads' | 'now'>,
  purpose: TokenPurpose,
  token: string,
): Promise<boolean> {
  const [found] = await reads.scope.run(accountTokenIsGood, { tokenHash: hashToken(token), purpose, now });
  return found?.good === true;
}

/**
 * Uses up a token, and every other one of the account for the same purpose. However many bring it at once, one is served.
 *
 * @param now seconds since 1970
 * @returns the account, locked; null when the token is unknown, used or expired, or the account is not active
 */
export async function spendAccountToken(em: EntityManager, purpose: TokenPurpose, token: string, now: number) {
  const good = { tokenHash: hashToken(token), purpose, expiresAt: { $gt: new Date(now * 1000) } };
  const found = await em.findOne(AccountToken, good);
  if (!found) return null;
  const account = { id: found.user.id, isActive: true };
  const user = await em.findOne(User, account, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const spent = await em.nativeDelete(AccountToken, good);
  if (!user || spent === 0) return null;
  await em.nativeDelete(AccountToken, { user: user.id, purpose });
  return user;
}
