import { prepareForReuse, type Reply } from '../send.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import type { Run } from '../../database/sql/statement.js';
import { createRevalidatingCache } from './revalidating-cache.js';
import { createChangeFeed } from './change-feed.js';
import { createLifetimes, nextChangeOfEvents, nextMidnight } from './expiry.js';
import { cacheScopes, findScope, type Subject } from './scope.js';

const MEGABYTE = 1024 * 1024;

/** Cache policy of a response. */
export interface CachePolicy {
  readonly key: string;
  /** Metrics label of the request. */
  readonly route: string;
  readonly subject: Subject | null;
  readonly listsEvents: boolean;
}

/** A response that is identical for all anonymous clients, and its metrics label. */
export interface CachedReply extends Reply {
  readonly route?: string;
}

export interface ResponseCache {
  /** A fresh cached response. Returns undefined synchronously if nothing is cached. */
  find(key: string): Promise<CachedReply | undefined> | undefined;
  /** A fresh cached response, or else a newly computed one. */
  getOrCompute(policy: CachePolicy, compute: () => Promise<CachedReply>): Promise<CachedReply>;
}

export interface ResponseCacheParts {
  readonly run: Run;
  /** Polls the change feed without queuing behind other statements. */
  readonly poll: Run;
  readonly clock: { now(): number };
  /** Capacity of the cache; 0 disables it. */
  readonly megabytes: number;
  /** Maximum `s-maxage` of shared caches, in seconds; undefined: always revalidate. */
  readonly cdnMaxAge: number | undefined;
  readonly metrics: Pick<Metrics, 'count'>;
}

/** Caches prepared responses to anonymous reads until a change invalidates them. */
export function createResponseCache({
  run,
  poll,
  clock,
  megabytes,
  cdnMaxAge,
  metrics,
}: ResponseCacheParts): ResponseCache {
  const now = () => clock.now();
  const changes = createChangeFeed(poll);
  const cache = createRevalidatingCache<CachedReply>(changes, now, megabytes * MEGABYTE, (outcome) =>
    metrics.count('responseCache', outcome),
  );
  const scopeOf = cacheScopes(findScope(run), changes.invalidatedAt);
  const lifetimeOf = createLifetimes(run, now, cdnMaxAge);
  return {
    find: cache.find,
    getOrCompute: ({ key, route, subject, listsEvents }, compute) =>
      cache.getOrCompute({
        key,
        compute,
        scope: () => scopeOf(subject),
        until: () => (listsEvents ? nextChangeOfEvents(run, now()) : Promise.resolve(nextMidnight(now()))),
        prepare: async (reply, scope, until, onGrow) => ({
          ...prepareForReuse(reply, onGrow),
          ...(await lifetimeOf(scope, until)),
          route,
        }),
      }),
  };
}

/** Browsers list HTML, API clients JSON or any type. Ignores quality values, as the facade does. */
const prefersPage = (accept: string): boolean => accept.includes('text/html') && !accept.includes('application/json');

/** Cache key of an anonymous read. Errors may differ for the same key, but they are not cached. */
export const cacheKeyOf = (url: string, origin: string, accept = ''): string =>
  `${prefersPage(accept) ? 'page' : 'data'} ${origin} ${url}`;
