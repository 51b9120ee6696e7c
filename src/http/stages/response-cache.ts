import type { ResponseCache } from '../cache/keep-answers.js';
import { cacheKeyOf } from '../cache/key.js';
import type { Stage } from './stage.js';

/** Serves anonymous reads from the response cache. */
export const responseCache =
  (cache: Pick<ResponseCache, 'keep'>): Stage =>
  async (exchange, next) => {
    const { cache: policy, subject, route } = exchange.match;
    const { headers, url, origin } = exchange;
    if (!policy || origin === null || headers.authorization !== undefined) return next();
    return cache.keep({ key: cacheKeyOf(url, origin, headers.accept), route, subject, ...policy }, next);
  };
