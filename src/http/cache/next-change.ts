import { sql } from 'kysely';
import { LAST_DAY } from '../../core/reads/event-filters.js';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

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
