import { readied, type Answer } from '../http/send.js';
import type { Run } from '../reads/statement.js';
import { createAnswerCache } from './answer-cache.js';
import { nextChangeOfEvents, nextMidnight } from './next-change.js';
import { createScopes, type Subject } from './scope.js';

const MEGABYTE = 1024 * 1024;

/** What an answer is about. */
interface Kind {
  readonly key: string;
  readonly subject: Subject | null;
  readonly listsEvents: boolean;
}

export interface KeepParts {
  readonly run: Run;
  readonly clock: { now(): number };
  /** How much is kept; 0 keeps nothing. */
  readonly megabytes: number;
}

/** Keeps answers to anonymous reads, ready to be sent, for as long as they are true. */
export function keepAnswers({ run, clock, megabytes }: KeepParts) {
  const now = () => clock.now();
  const cache = createAnswerCache<Answer>(run, now, megabytes * MEGABYTE);
  const scopeOf = createScopes(run);
  return ({ key, subject, listsEvents }: Kind, compute: () => Promise<Answer>): Promise<Answer> =>
    cache.answer({
      key,
      compute,
      ready: readied,
      scope: () => scopeOf(subject),
      until: () => (listsEvents ? nextChangeOfEvents(run, now()) : Promise.resolve(nextMidnight(now()))),
    });
}
