import { readied, type Answer } from '../http/send.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Run } from '../reads/statement.js';
import { createAnswerCache } from './answer-cache.js';
import { followChanges } from './changes.js';
import { createLifetimes } from './lifetime.js';
import { nextChangeOfEvents, nextMidnight } from './next-change.js';
import { createScopes, type Subject } from './scope.js';
import { createConditions, type Conditions } from './while-unchanged.js';

const MEGABYTE = 1024 * 1024;

/** What an answer is about. */
export interface Kind {
  readonly key: string;
  /** As what a request for it is counted. */
  readonly route: string;
  readonly subject: Subject | null;
  readonly listsEvents: boolean;
}

/** An answer that may be told to everybody who asks the same. */
export interface KeptAnswer extends Answer {
  readonly route?: string;
  readonly fleeting?: boolean;
}

export interface KeptAnswers {
  /** What is kept under the key, if it is true now. Undefined at once where nothing is kept. */
  find(key: string): Promise<KeptAnswer | undefined> | undefined;
  keep(kind: Kind, compute: () => Promise<KeptAnswer>): Promise<KeptAnswer>;
  readonly conditions: Conditions;
}

export interface KeepParts {
  readonly run: Run;
  /** Runs the looks at what has been committed, without waiting for other statements. */
  readonly look: Run;
  readonly clock: { now(): number };
  /** How much is kept; 0 keeps nothing. */
  readonly megabytes: number;
  /** The longest time, in seconds, that shared caches may tell an answer without asking; undefined: none. */
  readonly cdnMaxAge: number | undefined;
  readonly metrics: Pick<Metrics, 'count'>;
}

/** Keeps answers to anonymous reads, ready to be sent, for as long as they are true. */
export function keepAnswers({ run, look, clock, megabytes, cdnMaxAge, metrics }: KeepParts): KeptAnswers {
  const now = () => clock.now();
  const cache = createAnswerCache<KeptAnswer>(followChanges(look), now, megabytes * MEGABYTE, (outcome) =>
    metrics.count('answerCache', outcome),
  );
  const scopeOf = createScopes(run);
  const lifetimeOf = createLifetimes(run, now, cdnMaxAge);
  return {
    find: cache.find,
    conditions: createConditions(run, scopeOf),
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
