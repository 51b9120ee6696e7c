import type { IncomingMessage } from 'node:http';
import { revokeIssuedToken } from '../../core/application/grants.js';
import type { Context } from '../../core/context.js';
import type { Reply } from '../send.js';
import { clientForm, jsonHeaders, tokenError } from './client-form.js';

/**
 * `POST /revoke`: revokes a token (RFC 7009). Returns the same response for unknown tokens and for those of another client,
 * so that it does not reveal which tokens exist. Ignores `token_type_hint`.
 */
export async function revoke(request: IncomingMessage, context: Context): Promise<Reply> {
  const form = await clientForm(request, context);
  if ('status' in form) return form;
  const token = form.get('token');
  if (token === undefined) return tokenError('invalid_request', 'The parameter token is missing.');
  await revokeIssuedToken(context, { token, clientId: form.client.consumerKey });
  return { status: 200, headers: jsonHeaders, body: '{}' };
}
