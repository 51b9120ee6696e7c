import { readied, type Reply } from '../send.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import type { Run } from '../../database/sql/statement.js';
import { createAnswerCache } from './answer-cache.js';
import { followChanges } from './changes.js';
import { createLifetimes } from './lifetime.js';
import { nextChangeOfEvents, nextMidnight } from './next-change.js';
import { cacheScopes, findScope, type Subject } from './scope.js';

const MEGABYTE = 1024 * 1024;

/** Cache policy of a response. */
export interface Kind {
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
  keep(kind: Kind, compute: () => Promise<CachedReply>): Promise<CachedReply>;
}

export interface KeepParts {
  readonly run: Run;
  /** Polls the change feed without queuing behind other statements. */
  readonly look: Run;
  readonly clock: { now(): number };
  /** Capacity of the cache; 0 disables it. */
  readonly megabytes: number;
  /** Maximum `s-maxage` of shared caches, in seconds; undefined: always revalidate. */
  readonly cdnMaxAge: number | undefined;
  readonly metrics: Pick<Metrics, 'count'>;
}

/** Caches prepared responses to anonymous reads until a change invalidates them. */
export function keepAnswers({ run, look, clock, megabytes, cdnMaxAge, metrics }: KeepParts): ResponseCache {
  const now = () => clock.now();
  const changes = followChanges(look);
  const cache = createAnswerCache<CachedReply>(changes, now, megabytes * MEGABYTE, (outcome) =>
    metrics.count('responseCache', outcome),
  );
  const scopeOf = cacheScopes(findScope(run), changes.invalidatedAt);
  const lifetimeOf = createLifetimes(run, now, cdnMaxAge);
  return {
    find: cache.find,
    keep: ({ key, route, subject, listsEvents }, compute) =>
      cache.answer({
        key,
        compute,
        scope: () => scopeOf(subject),
        until: () => (listsEvents ? nextChangeOfEvents(run, now()) : Promise.resolve(nextMidnight(now()))),
        ready: async (answer, scope, until, grew) => ({
          ...readied(answer, grew),
          ...(await lifetimeOf(scope, until)),
          route,
        }),
      }),
  };
}
