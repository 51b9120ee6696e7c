import type { IncomingMessage } from 'node:http';
import { findLoginClient, type LoginClient } from '../../core/application/login-clients.js';
import type { Context } from '../../core/context.js';
import type { Reply } from '../send.js';
import { formOf, statusOfBodyError, type Parameters } from './parameters.js';

/** An error code of RFC 6749 §5.2 and RFC 7009 §2.2.1. */
type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

export const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'X-Content-Type-Options': 'nosniff',
};

/** An error of the endpoints that clients call. @param description for developers; never contains input */
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

/** A form that a public client has sent. */
export interface ClientForm {
  readonly client: LoginClient;
  readonly get: Parameters['get'];
}

/** Reads a form and identifies its client; the reply of an error instead. */
export async function clientForm(request: IncomingMessage, context: Context): Promise<ClientForm | Reply> {
  const form = await readForm(request);
  if ('status' in form) return form;
  const { get, repeated } = form;
  if (repeated.size > 0) return tokenError('invalid_request', 'A parameter is repeated.');
  const client = await clientOf(request, form, context);
  return 'status' in client ? client : { client, get };
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
async function clientOf(
  { headers: { authorization } }: IncomingMessage,
  { get }: Parameters,
  context: Context,
): Promise<LoginClient | Reply> {
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
  return client;
}
