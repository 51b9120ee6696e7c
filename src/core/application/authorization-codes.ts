import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../context.js';
import { hashToken } from '../common/bearer-token.js';
import { isStorable } from '../../database/storable.js';
import { statement } from '../../database/sql/statement.js';
import { logIn, requireLogin, type Login } from './log-in.js';
import { lockLoginClient, type LoginClient } from './login-clients.js';
import type { Scope } from '../scopes.js';
import { createGrant, type Grant, type GrantedTokens } from './grants.js';

/** Authorization codes with PKCE (RFC 6749 §4.1, RFC 7636, RFC 9700 §2.1). Stored as hashes, and redeemed once. */

const CODE_SECONDS = 60;

/** A validated request of an application for an authorization code. */
export interface AuthorizationRequest {
  readonly client: LoginClient;
  readonly redirectUri: string;
  /** base64url of the SHA-256 of the code verifier. */
  readonly codeChallenge: string;
  readonly scopes: readonly Scope[];
}

/**
 * Logs in a user on the login page of the service.
 *
 * @returns an authorization code, valid for 60 s
 * @throws DomainError INVALID; FORBIDDEN with CLIENT_REFUSED; the errors of `logIn`
 */
export async function issueCode(context: Context, request: AuthorizationRequest, login: Login): Promise<string> {
  requireLogin(login);
  const { client, redirectUri, codeChallenge, scopes } = request;
  const code = randomBytes(32).toString('base64url');
  const { value } = await logIn(context, login, async (em, userId) => {
    const applicationId = await lockLoginClient(em, client, context.services.secretKey);
    await sql`
      insert into authorization_codes
        (code_hash, user_id, application_id, redirects_to, code_challenge, scopes, created_at, expires_at)
      values (${hashToken(code)}, ${userId}, ${applicationId}, ${redirectUri}, ${codeChallenge}, ${scopes},
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

/**
 * Exchanges an authorization code for tokens. A code that is redeemed again was stolen, or its tokens were: they are
 * revoked (RFC 6749 §4.1.2).
 *
 * @returns null if the code is unknown, expired, used, or was issued to another client, redirect URI or challenge
 * @throws DomainError UNAVAILABLE
 */
export async function redeemCode(context: Context, redemption: Redemption): Promise<GrantedTokens | null> {
  const { clientId, redirectUri } = redemption;
  if (!isStorable(clientId) || !isStorable(redirectUri)) return null;
  const { now } = context;
  return context.transactions.withEntities(async (em) => {
    const codeHash = hashToken(redemption.code);
    const grant = await markRedeemed(em, codeHash, redemption, now);
    if (!grant) {
      await revokeGrantOf(em, codeHash);
      return null;
    }
    const { grantId, ...tokens } = await createGrant(em, grant, context);
    await sql`update authorization_codes set grant_id = ${grantId} where code_hash = ${codeHash}`.execute(
      em.getKysely(),
    );
    return tokens;
  });
}

/** Marks a valid code as used. Atomic: of concurrent redemptions, one succeeds. Locks the user first, as all writes. */
async function markRedeemed(
  em: EntityManager,
  codeHash: string,
  { clientId, redirectUri, codeVerifier }: Redemption,
  now: number,
): Promise<Grant | undefined> {
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  await sql`
    select id from users where id = (select user_id from authorization_codes where code_hash = ${codeHash})
    for key share`.execute(em.getKysely());
  const { rows } = await sql<Grant>`
    update authorization_codes as c set redeemed_at = to_timestamp(${now})
    from applications as a
    where a.id = c.application_id and a.consumer_key = ${clientId} and c.code_hash = ${codeHash}
      and c.redirects_to = ${redirectUri} and c.code_challenge = ${codeChallenge}
      and c.redeemed_at is null and c.expires_at > to_timestamp(${now})
    returning c.user_id as "userId", c.application_id as "applicationId", c.scopes`.execute(em.getKysely());
  return rows[0];
}

/** Ends the grant that a used code has yielded, if any, together with the code. */
async function revokeGrantOf(em: EntityManager, codeHash: string): Promise<void> {
  await sql`
    delete from grants where id = (select grant_id from authorization_codes where code_hash = ${codeHash})`.execute(
    em.getKysely(),
  );
}

/** Deletes old codes. The reuse of a stolen code is detected for an hour. */
export const deleteOldCodes = statement<object, object>(
  'old authorization codes deleted',
  () => sql<object>`delete from authorization_codes where expires_at < now() - interval '1 hour'`,
);
