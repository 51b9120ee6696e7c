import type { IncomingMessage } from 'node:http';
import { redeemCode } from '../../core/application/authorization-codes.js';
import type { GrantedTokens } from '../../core/application/grants.js';
import { refreshTokens } from '../../core/application/refresh-tokens.js';
import type { Context } from '../../core/context.js';
import { parseScopes } from '../../core/scopes.js';
import type { Reply } from '../send.js';
import { clientForm, jsonHeaders, tokenError, type ClientForm } from './client-form.js';

/** Unreserved characters (RFC 7636 §4.1). */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

type Exchange = (context: Context, form: ClientForm) => Promise<Reply>;

/** What the endpoint exchanges for tokens, by `grant_type`. */
const exchanges: ReadonlyMap<string, Exchange> = new Map([
  ['authorization_code', exchangeCode],
  ['refresh_token', exchangeRefreshToken],
]);

/** `POST /token`: issues tokens to public clients (RFC 6749 §4.1.3 and §6). */
export async function exchangeToken(request: IncomingMessage, context: Context): Promise<Reply> {
  const form = await clientForm(request, context);
  if ('status' in form) return form;
  const grant = form.get('grant_type');
  if (grant === undefined) return tokenError('invalid_request', 'The parameter grant_type is missing.');
  const exchange = exchanges.get(grant);
  if (!exchange) {
    const known = [...exchanges.keys()].map((name) => `grant_type=${name}`).join(' or ');
    return tokenError('unsupported_grant_type', `Use ${known}.`);
  }
  return exchange(context, form);
}

const missing = (name: string) => tokenError('invalid_request', `The parameter ${name} is missing.`);

async function exchangeCode(context: Context, { get, client: { consumerKey: clientId } }: ClientForm): Promise<Reply> {
  const [code, redirectUri, codeVerifier] = [get('code'), get('redirect_uri'), get('code_verifier')];
  if (code === undefined) return missing('code');
  if (redirectUri === undefined) return missing('redirect_uri');
  if (codeVerifier === undefined) return missing('code_verifier');
  if (!VERIFIER.test(codeVerifier)) return tokenError('invalid_grant', 'The code_verifier is malformed (RFC 7636).');
  const tokens = await redeemCode(context, { code, clientId, redirectUri, codeVerifier });
  if (tokens) return issued(tokens);
  return tokenError('invalid_grant', 'The code is unknown, expired, used, or was issued to another request.');
}

async function exchangeRefreshToken(context: Context, { get, client }: ClientForm): Promise<Reply> {
  const [refreshToken, scope] = [get('refresh_token'), get('scope')];
  if (refreshToken === undefined) return missing('refresh_token');
  const scopes = scope === undefined ? undefined : parseScopes(scope, client);
  const tokens =
    scopes === null
      ? 'invalid_scope'
      : await refreshTokens(context, { refreshToken, clientId: client.consumerKey, scopes });
  if (tokens === 'invalid_scope') return tokenError(tokens, 'A scope is unknown, or was not granted.');
  if (tokens === 'invalid_grant')
    return tokenError(tokens, 'The refresh token is unknown, expired, revoked, used, or was issued to another client.');
  return issued(tokens);
}

const issued = ({ accessToken, seconds, refreshToken, scopes }: GrantedTokens): Reply => ({
  status: 200,
  headers: jsonHeaders,
  body: JSON.stringify({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: seconds,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  }),
});
