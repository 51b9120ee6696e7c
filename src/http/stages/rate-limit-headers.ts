import { rateLimitHeaders as headersOf } from '../../adapters/limits/recording-limits.js';
import type { Stage } from './stage.js';

/** Reports the rate limits that the request consumed, whatever its outcome. */
export const rateLimitHeaders: Stage = async (exchange, next) => {
  const reply = await next();
  // The GraphQL server has reported them already.
  if (exchange.limitStates.length === 0 || 'ratelimit' in reply.headers) return reply;
  return { ...reply, headers: { ...reply.headers, ...headersOf(exchange.limitStates) } };
};
