import { sql } from 'kysely';
import { epoch, statement, type Parameters, type Run } from '../reads/statement.js';
import type { Answer } from '../http/send.js';
import type { Scope } from './changes.js';

/** Of an event, in seconds since 1970. */
interface Days {
  readonly starts: number;
  readonly ends: number;
}

const daysOf = statement(
  'days of event',
  ($: Parameters<{ id: string }>) =>
    sql<Days>`select ${epoch('starts_at')} as starts, ${epoch('ends_at')} as ends from events where id = ${$.id}`,
);

const SHORTEST_SECONDS = 5;
/** Of the time by which an event is away: five seconds while it goes on and for an hour, one and a half minutes a day after it, nine hours after a year. */
const PART = 1_000;

/**
 * How long shared caches may tell an answer without asking (`CDN_MAX_AGE`): the longer, the further away its event's days
 * are; five seconds for what is about no single event; never past the moment at which time alone changes it.
 *
 * @param now seconds since 1970
 * @param longest in seconds; undefined: everybody must ask
 */
export function createLifetimes(run: Run, now: () => number, longest: number | undefined) {
  return async (scope: Scope, until: number): Promise<Pick<Answer, 'cacheControl'>> => {
    if (longest === undefined) return {};
    const [days] = scope === 'everything' ? [] : await run(daysOf, { id: scope });
    return {
      cacheControl() {
        const away = days ? Math.max(days.starts - now(), now() - days.ends, 0) : 0;
        const seconds = Math.min(Math.max(away / PART, SHORTEST_SECONDS), longest, Math.max(until - now(), 0));
        return `public, max-age=0, must-revalidate, s-maxage=${Math.floor(seconds)}`;
      },
    };
  };
}
