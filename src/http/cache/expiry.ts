import { sql } from 'kysely';
import type { CdnSettings } from '../../config/cdn.js';
import { LAST_DAY } from '../../core/reads/event-filters.js';
import { statement, type Parameters, type Run, epoch } from '../../database/sql/statement.js';
import type { Reply } from '../send.js';

const DAY_SECONDS = 86_400;

/** The next time at which an event ends, or a call for papers opens or closes. Not searched beyond tomorrow. */
const nextMoment = statement(
  'next moment of events',
  ($: Parameters<{ now: number }>) => sql<{ moment: number | null }>`
    select date_part('epoch', least(
      (select min(ends_at) from events where is_public and ends_at >= to_timestamp(${$.now}::float8)),
      (select min(cfp_starts_at) from events where is_public and cfp_ends_at is not null
        and cfp_ends_at > to_timestamp(${$.now}::float8) - ${LAST_DAY}
        and cfp_starts_at > to_timestamp(${$.now}::float8)),
      (select min(cfp_closes_at) from events where is_public and cfp_ends_at is not null
        and cfp_ends_at > to_timestamp(${$.now}::float8) - ${LAST_DAY}
        and cfp_ends_at < to_timestamp(${$.now}::float8) + interval '1 day'
        and cfp_closes_at > to_timestamp(${$.now}::float8))
    )) as moment`,
);

/**
 * The next midnight in UTC, in seconds since 1970: `hot`, the start of `all` and comment windows then change (contract
 * §4.3, §4.4).
 */
export const nextMidnight = (now: number): number => (Math.floor(now / DAY_SECONDS) + 1) * DAY_SECONDS;

/** The next time at which a list of events changes without a write, whether `upcoming`, `past`, `cfp` or any other. */
export async function nextChangeOfEvents(run: Run, now: number): Promise<number> {
  const [row] = await run(nextMoment, { now });
  return Math.min(row?.moment ?? Infinity, nextMidnight(now));
}

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

const MIN_SECONDS = 5;
/**
 * Divides the time distance to the event: yields 5 s while it runs and for 1 h after it, 90 s a day after it, 9 h a
 * year after it.
 */
const DISTANCE_DIVISOR = 1_000;

/**
 * Computes how long shared caches may serve a response without revalidation (`CDN_MAX_AGE`). If they are not purged, the
 * lifetime grows with the distance to the event's days, and is 5 s for responses about no single event. It never exceeds
 * `until`.
 *
 * @param now seconds since 1970
 * @param cdn `maxAge` in seconds; undefined: always revalidate
 * @returns a function of the event, if the response is about one, and of the time when it expires
 */
export function createLifetimes(run: Run, now: () => number, { maxAge, purge }: Pick<CdnSettings, 'maxAge' | 'purge'>) {
  return async (event: string | undefined, until: number): Promise<Pick<Reply, 'cacheControl'>> => {
    if (maxAge === undefined) return {};
    const [days] = event === undefined || purge ? [] : await run(daysOf, { id: event });
    return {
      cacheControl() {
        const away = days ? Math.max(days.starts - now(), now() - days.ends, 0) : 0;
        const unpurged = Math.max(away / DISTANCE_DIVISOR, MIN_SECONDS);
        const seconds = Math.min(purge ? maxAge : unpurged, maxAge, Math.max(until - now(), 0));
        return `public, max-age=0, must-revalidate, s-maxage=${Math.floor(seconds)}`;
      },
    };
  };
}
