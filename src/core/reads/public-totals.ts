import { sql } from 'kysely';
import { statement, type Run } from '../../database/sql/statement.js';

/** Up to this number of public events, summing their counters takes a few milliseconds. */
const MAX_SUMMED_EVENTS = 20_000;

/** Totals of public content. */
export interface PublicTotals {
  readonly events: number;
  readonly talks: number;
  /** On events and on talks. */
  readonly comments: number;
  /** Whether `talks` and `comments` are row estimates of whole tables, because summing would be too slow. */
  readonly isEstimate: boolean;
}

const sum = (counter: string) => sql`(select coalesce(sum(${sql.raw(counter)}), 0) from events where is_public)`;
const rows = (...tables: string[]) =>
  sql`(select sum(greatest(reltuples, 0)) from pg_class where oid in (${sql.join(tables.map((table) => sql`${sql.lit(table)}::regclass`))}))`;

const totals = statement<object, PublicTotals>(
  'public numbers',
  () => sql`
    select events, events > ${sql.lit(MAX_SUMMED_EVENTS)} as "isEstimate",
      (case when events > ${sql.lit(MAX_SUMMED_EVENTS)} then ${rows('talks')} else ${sum('talk_count')} end)::float8 as talks,
      (case when events > ${sql.lit(MAX_SUMMED_EVENTS)} then ${rows('event_comments', 'talk_comments')}
        else ${sum('comment_count + talk_comment_count')} end)::float8 as comments
    from (select coalesce(sum(starts), 0)::int as events from event_counts where unit = 'month') as counted`,
);

/** Counts public events, talks and comments; cheap for collections of any size. */
export async function publicTotals(run: Run): Promise<PublicTotals> {
  const [found] = await run(totals, {});
  return found ?? { events: 0, talks: 0, comments: 0, isEstimate: false };
}
