import { sql } from 'kysely';
import { epoch, statement, type Parameters, type Run } from '../../database/sql/statement.js';
import type { Reply } from '../send.js';
import type { Scope } from './changes.js';

/** Start and end of an event, in seconds since 1970. */
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
/**
 * Divides the time distance to the event: yields 5 s while it runs and for 1 h after it, 90 s a day after it, 9 h a
 * year after it.
 */
const PART = 1_000;

/**
 * Computes how long shared caches may serve a response without revalidation (`CDN_MAX_AGE`). The lifetime grows with
 * the distance to the event's days, is 5 s for responses about no single event, and never exceeds `until`.
 *
 * @param now seconds since 1970
 * @param longest in seconds; undefined: always revalidate
 */
export function createLifetimes(run: Run, now: () => number, longest: number | undefined) {
  return async (scope: Scope, until: number): Promise<Pick<Reply, 'cacheControl'>> => {
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
