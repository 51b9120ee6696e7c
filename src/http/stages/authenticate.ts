import { HttpError } from '../http-error.js';
import type { Stage } from './stage.js';

/** Looks up the token. Rejects anonymous callers before the body is read, where the route requires login. */
export const authenticate: Stage = async (exchange, next) => {
  const { endpoint, match } = exchange;
  if (endpoint.identifiesFirst) {
    const { viewer } = await exchange.context();
    if (match.login === 'required' && viewer === null) throw new HttpError(401, 'UNAUTHENTICATED', 'LOGIN_REQUIRED');
  }
  return next();
};
