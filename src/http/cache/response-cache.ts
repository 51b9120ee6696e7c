import { prepareForReuse, type Reply } from '../send.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import type { Run } from '../../database/sql/statement.js';
import { createRevalidatingCache } from './revalidating-cache.js';
import { EVENT_LISTS, EVENT_RANKING, TALK_LISTS, type ChangeFeed, type Scope } from './change-feed.js';
import { createFeedbackTimes } from './feedback-times.js';
import { createLifetimes, nextChangeOfEvents, nextMidnight } from './expiry.js';
import { createKeyHeader } from './surrogate-keys.js';
import type { CdnSettings } from '../../config/cdn.js';
import type { CachePolicy, Subject } from '../match.js';
import { cacheScopes, findScope, keyOfUser } from './scope.js';

const MEGABYTE = 1024 * 1024;

/** A response to cache. */
interface Cacheable extends CachePolicy {
  readonly key: string;
  /** Metrics label of the request. */
  readonly route: string;
  readonly subject: Subject | null;
  /** IDs of the events in its lists and of its users, complete once it is computed. */
  readonly shown: () => Promise<ShownRecords>;
}

/** What a response has shown, and when it changes without a write, in seconds since 1970. */
interface ShownRecords {
  readonly events: Iterable<string>;
  readonly users: ReadonlySet<string>;
  readonly until: number;
}

/** The keys of what a response shows, in addition to the events in its lists. */
const keysOfLists = {
  events: [EVENT_LISTS],
  'ranked events': [EVENT_LISTS, EVENT_RANKING],
  // Those of hidden events are not listed.
  talks: [EVENT_LISTS, TALK_LISTS],
} as const;

/** A response that is identical for all anonymous clients, and its metrics label. */
export interface CachedReply extends Reply {
  readonly route?: string;
}

export interface ResponseCache {
  /** A fresh cached response. Returns undefined synchronously if nothing is cached. */
  find(key: string): Promise<CachedReply | undefined> | undefined;
  /** A fresh cached response, or else a newly computed one. */
  getOrCompute(policy: Cacheable, compute: () => Promise<CachedReply>): Promise<CachedReply>;
}

export interface ResponseCacheParts {
  readonly run: Run;
  readonly changes: ChangeFeed;
  readonly clock: { now(): number };
  /** Capacity of the cache; 0 disables it. */
  readonly megabytes: number;
  readonly cdn: CdnSettings;
  readonly metrics: Pick<Metrics, 'count'>;
}

/** Caches prepared responses to anonymous reads until a change invalidates them. */
export function createResponseCache({
  run,
  changes,
  clock,
  megabytes,
  cdn,
  metrics,
}: ResponseCacheParts): ResponseCache {
  const now = () => clock.now();
  const cache = createRevalidatingCache<CachedReply>(changes, now, megabytes * MEGABYTE, (outcome) =>
    metrics.count('responseCache', outcome),
  );
  const nextOfFeedback = createFeedbackTimes(run, changes);
  const scopeOf = cacheScopes(findScope(run), changes.invalidatedAt);
  const lifetimeOf = createLifetimes(run, now, cdn);
  const keyHeaderOf = createKeyHeader(cdn.keyHeader);
  return {
    find: cache.find,
    getOrCompute({ key, route, subject, shows, listsEvents, shown }, compute) {
      const about = shows === 'subject' ? scopeOf(subject) : Promise.resolve('everything');
      // Nothing awaits it if the poll of changes fails, or another request computes the same response.
      about.catch(() => undefined);
      return cache.getOrCompute({
        key,
        compute,
        async scope(computed): Promise<Scope> {
          const keyOfSubject = await about;
          if (shows === 'everything' || (shows === 'subject' && keyOfSubject === 'everything')) return 'everything';
          await computed;
          const { events, users } = await shown();
          const others = shows === 'subject' ? [keyOfSubject] : [...events, ...keysOfLists[shows]];
          return [...others, ...[...users].map(keyOfUser)];
        },
        async until(computed) {
          const moment = listsEvents ? nextChangeOfEvents(run, now()) : nextMidnight(now());
          const [ofList, ofFeedback] = await Promise.all([moment, nextOfFeedback(now()), computed]);
          return Math.min(ofList, ofFeedback, (await shown()).until);
        },
        prepare: async (reply, until, onGrow, scope) => {
          const event = await about;
          return {
            ...prepareForReuse({ ...reply, headers: { ...reply.headers, ...keyHeaderOf(scope) } }, onGrow),
            ...(await lifetimeOf(event === 'everything' ? undefined : event, until)),
            route,
          };
        },
      });
    },
  };
}

/** Browsers list HTML, API clients JSON or any type. Ignores quality values, as the facade does. */
const prefersPage = (accept: string): boolean => accept.includes('text/html') && !accept.includes('application/json');

/** Cache key of an anonymous read. Errors may differ for the same key, but they are not cached. */
export const cacheKeyOf = (url: string, origin: string, accept = ''): string =>
  `${prefersPage(accept) ? 'page' : 'data'} ${origin} ${url}`;
