import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../context.js';
import { hashToken } from '../common/bearer-token.js';
import { isStorable } from '../common/validation.js';
import { statement } from '../../database/sql/statement.js';
import { logIn, requireLogin, type Login } from './log-in.js';
import { lockLoginClient, type LoginClient } from './login-clients.js';
import { deleteInvalidTokens, insertToken } from './tokens.js';

/** Authorization codes with PKCE (RFC 6749 §4.1, RFC 7636, RFC 9700 §2.1). Stored as hashes, and redeemed once. */

const CODE_SECONDS = 60;
const TOKEN_SECONDS = 3600;

/** A validated request of an application for an authorization code. */
export interface AuthorizationRequest {
  readonly client: LoginClient;
  readonly redirectUri: string;
  /** base64url of the SHA-256 of the code verifier. */
  readonly codeChallenge: string;
}

/**
 * Logs in a user on the login page of the service.
 *
 * @returns an authorization code, valid for 60 s
 * @throws DomainError INVALID; FORBIDDEN with CLIENT_REFUSED; the errors of `logIn`
 */
export async function issueCode(context: Context, request: AuthorizationRequest, login: Login): Promise<string> {
  requireLogin(login);
  const { client, redirectUri, codeChallenge } = request;
  const code = randomBytes(32).toString('base64url');
  const { value } = await logIn(context, login, async (em, userId) => {
    const applicationId = await lockLoginClient(em, client, context.services.secretKey);
    await sql`
      insert into authorization_codes
        (code_hash, user_id, application_id, redirects_to, code_challenge, created_at, expires_at)
      values (${hashToken(code)}, ${userId}, ${applicationId}, ${redirectUri}, ${codeChallenge},
        to_timestamp(${context.now}), to_timestamp(${context.now + CODE_SECONDS}))`.execute(em.getKysely());
    return code;
  });
  return value;
}

/** What an application sends to exchange its code for a token. */
export interface Redemption {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

/** An access token, returned only once, and its lifetime. */
export interface RedeemedToken {
  readonly id: string;
  readonly token: string;
  readonly seconds: number;
}

/**
 * Exchanges an authorization code for an access token. A code that is redeemed again was stolen, or its token was: that
 * token is revoked (RFC 6749 §4.1.2).
 *
 * @returns null if the code is unknown, expired, used, or was issued to another client, redirect URI or challenge
 * @throws DomainError UNAVAILABLE
 */
export async function redeemCode(context: Context, redemption: Redemption): Promise<RedeemedToken | null> {
  const { clientId, redirectUri } = redemption;
  if (!isStorable(clientId) || !isStorable(redirectUri)) return null;
  const { now } = context;
  return context.transactions.withEntities(async (em) => {
    const codeHash = hashToken(redemption.code);
    const redeemed = await markRedeemed(em, codeHash, redemption, now);
    if (!redeemed) {
      await revokeTokenOf(em, codeHash);
      return null;
    }
    const { userId: user, applicationId: application } = redeemed;
    await deleteInvalidTokens(em, user, now);
    const { id, token } = await insertToken(em, {
      user,
      application,
      expiresAt: new Date((now + TOKEN_SECONDS) * 1000),
    });
    await sql`update authorization_codes set token_id = ${id} where code_hash = ${codeHash}`.execute(em.getKysely());
    return { id, token, seconds: TOKEN_SECONDS };
  });
}

/** Marks a valid code as used. Atomic: of concurrent redemptions, one succeeds. Locks the user first, as all writes. */
async function markRedeemed(
  em: EntityManager,
  codeHash: string,
  { clientId, redirectUri, codeVerifier }: Redemption,
  now: number,
): Promise<{ userId: string; applicationId: string } | undefined> {
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  await sql`
    select id from users where id = (select user_id from authorization_codes where code_hash = ${codeHash})
    for key share`.execute(em.getKysely());
  const { rows } = await sql<{ userId: string; applicationId: string }>`
    update authorization_codes as c set redeemed_at = to_timestamp(${now})
    from applications as a
    where a.id = c.application_id and a.consumer_key = ${clientId} and c.code_hash = ${codeHash}
      and c.redirects_to = ${redirectUri} and c.code_challenge = ${codeChallenge}
      and c.redeemed_at is null and c.expires_at > to_timestamp(${now})
    returning c.user_id as "userId", c.application_id as "applicationId"`.execute(em.getKysely());
  return rows[0];
}

/** Revokes the token that a used code has yielded, if any, together with the code. */
async function revokeTokenOf(em: EntityManager, codeHash: string): Promise<void> {
  await sql`
    delete from access_tokens where id = (select token_id from authorization_codes where code_hash = ${codeHash})`.execute(
    em.getKysely(),
  );
}

/** Deletes codes whose reuse has no consequence any more, because their tokens have expired as well. */
export const deleteOldCodes = statement<object, object>(
  'old authorization codes deleted',
  () => sql<object>`delete from authorization_codes where expires_at < now() - interval '1 hour'`,
);
