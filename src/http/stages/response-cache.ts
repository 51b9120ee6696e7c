import { type ResponseCache, cacheKeyOf } from '../cache/response-cache.js';
import type { Stage } from './stage.js';

/** Serves anonymous reads from the response cache. */
export const responseCache =
  (cache: Pick<ResponseCache, 'getOrCompute'>): Stage =>
  async (exchange, next) => {
    const { cache: policy, subject, route } = exchange.match;
    const { headers, url, origin } = exchange;
    if (!policy || origin === null || headers.authorization !== undefined) return next();
    return cache.getOrCompute({ key: cacheKeyOf(url, origin, headers.accept), route, subject, ...policy }, next);
  };
