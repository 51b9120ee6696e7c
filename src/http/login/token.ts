import type { IncomingMessage } from 'node:http';
import { redeemCode } from '../../core/application/authorization-codes.js';
import { findLoginClient } from '../../core/application/login-clients.js';
import type { Context } from '../../core/context.js';
import type { Reply } from '../send.js';
import { formOf, statusOfBodyError, type Parameters } from './parameters.js';

/** An error code of RFC 6749 §5.2. */
type TokenError =
  'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unauthorized_client' | 'unsupported_grant_type';

/** Unreserved characters (RFC 7636 §4.1). */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'X-Content-Type-Options': 'nosniff',
};

/** An error of the token endpoint. @param description for developers; never contains input */
export const tokenError = (
  error: TokenError,
  description: string,
  status = 400,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: { ...jsonHeaders, ...headers },
  body: JSON.stringify({ error, error_description: description }),
});

/** `POST /token`: exchanges an authorization code for an access token (RFC 6749 §4.1.3). */
export async function exchangeToken(request: IncomingMessage, context: Context): Promise<Reply> {
  const form = await readForm(request);
  if ('status' in form) return form;
  const { get, repeated } = form;
  if (repeated.size > 0) return tokenError('invalid_request', 'A parameter is repeated.');
  const grant = get('grant_type');
  if (grant === undefined) return tokenError('invalid_request', 'The parameter grant_type is missing.');
  if (grant !== 'authorization_code') return tokenError('unsupported_grant_type', 'Use grant_type=authorization_code.');
  const clientError = await clientErrorOf(request, form, context);
  if (clientError) return clientError;
  const missing = ['code', 'redirect_uri', 'code_verifier'].find((name) => get(name) === undefined);
  if (missing !== undefined) return tokenError('invalid_request', `The parameter ${missing} is missing.`);
  const [code, clientId, redirectUri, codeVerifier] = [
    get('code') ?? '',
    get('client_id') ?? '',
    get('redirect_uri') ?? '',
    get('code_verifier') ?? '',
  ];
  if (!VERIFIER.test(codeVerifier)) return tokenError('invalid_grant', 'The code_verifier is malformed (RFC 7636).');
  const redeemed = await redeemCode(context, { code, clientId, redirectUri, codeVerifier });
  if (!redeemed)
    return tokenError('invalid_grant', 'The code is unknown, expired, used, or was issued to another request.');
  const { token, seconds, id } = redeemed;
  const body = { access_token: token, token_type: 'Bearer', expires_in: seconds, token_id: id };
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(body) };
}

async function readForm(request: IncomingMessage): Promise<Parameters | Reply> {
  const notAForm = 'Send a form of the type application/x-www-form-urlencoded.';
  try {
    return (await formOf(request)) ?? tokenError('invalid_request', notAForm);
  } catch (error) {
    const status = statusOfBodyError(error);
    if (status === undefined) throw error;
    return tokenError('invalid_request', notAForm, status);
  }
}

/** Identifies the client, which must be public: a secret in a browser or on a device is none (RFC 6749 §2.1). */
async function clientErrorOf(
  { headers: { authorization } }: IncomingMessage,
  { get }: Parameters,
  context: Context,
): Promise<Reply | undefined> {
  const refusal = 'Public clients have no secret: send client_id alone.';
  if (authorization !== undefined)
    return tokenError('invalid_client', refusal, 401, { 'WWW-Authenticate': 'Basic realm="token"' });
  const clientId = get('client_id');
  if (clientId === undefined) return tokenError('invalid_request', 'The parameter client_id is missing.');
  if (get('client_secret') !== undefined || get('client_assertion') !== undefined)
    return tokenError('invalid_client', refusal);
  const client = await findLoginClient(context, clientId);
  // Not 401, whose challenge would open a dialog in browsers.
  if (!client) return tokenError('invalid_client', 'The client is unknown.');
  if (!client.isPublic) return tokenError('unauthorized_client', 'Only public clients may use this flow.');
  return undefined;
}
