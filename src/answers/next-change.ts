import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../reads/statement.js';

const DAY_SECONDS = 86_400;

/** The next moment at which an event is over, or a call for papers opens: calls close at the end of a day of UTC. */
const nextMoment = statement(
  'next moment of events',
  ($: Parameters<{ now: number }>) => sql<{ moment: number | null }>`
    select date_part('epoch', least(
      (select min(ends_at) from events where is_public and ends_at >= to_timestamp(${$.now}::float8)),
      (select min(cfp_starts_at) from events where is_public and cfp_ends_at is not null
        and cfp_ends_at >= to_timestamp(${$.now}::float8) - interval '2 days'
        and cfp_starts_at > to_timestamp(${$.now}::float8))
    )) as moment`,
);

/** Midnight of UTC, in seconds since 1970: then `hot`, the start of `all` and comment windows change (contract §4.3, §4.4). */
export const nextMidnight = (now: number): number => (Math.floor(now / DAY_SECONDS) + 1) * DAY_SECONDS;

/** When time alone changes a list of events next, be it `upcoming`, `past`, `cfp` or any other. */
export async function nextChangeOfEvents(run: Run, now: number): Promise<number> {
  const [row] = await run(nextMoment, { now });
  return Math.min(row?.moment ?? Infinity, nextMidnight(now));
}
