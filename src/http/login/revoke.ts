import type { IncomingMessage } from 'node:http';
import { revokeIssuedToken } from '../../core/application/grants.js';
import type { Context } from '../../core/context.js';
import type { Reply } from '../send.js';
import { clientForm, jsonHeaders, tokenError } from './client-form.js';

/**
 * `POST /revoke`: revokes a token (RFC 7009). The answer is the same for tokens that are unknown, or of another client:
 * nobody learns which tokens exist. `token_type_hint` is not needed.
 */
export async function revoke(request: IncomingMessage, context: Context): Promise<Reply> {
  const form = await clientForm(request, context);
  if ('status' in form) return form;
  const token = form.get('token');
  if (token === undefined) return tokenError('invalid_request', 'The parameter token is missing.');
  await revokeIssuedToken(context, { token, clientId: form.client.consumerKey });
  return { status: 200, headers: jsonHeaders, body: '{}' };
}
