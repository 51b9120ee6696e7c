import { refineRoute } from '../../telemetry/request/track-requests.js';
import { preflight } from '../cross-origin.js';
import type { Stage } from './stage.js';

/** Matches the request at its endpoint. Responds to CORS preflight requests with the methods that the endpoint allows. */
export const match: Stage = async (exchange, next) => {
  const { endpoint, method } = exchange;
  const found = endpoint.match(exchange);
  if (!('status' in found)) {
    exchange.matched = found;
    refineRoute(found.route);
    return next();
  }
  const allow = found.headers?.['Allow'];
  if (method === 'OPTIONS' && allow !== undefined) return preflight(allow);
  if (found.route !== undefined) refineRoute(found.route);
  throw found;
};
