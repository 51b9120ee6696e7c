import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

interface Moment {
  /** Seconds since 1970. */
  readonly moment: number;
}

const at = ($: Parameters<Moment>) => sql`to_timestamp(${$.moment}::float8)`;

/** Adds up whole months, then whole days of the moment's month, then the events of its day before the moment. */
const before = (counter: 'starts' | 'ends', column: 'starts_at' | 'ends_at', $: Parameters<Moment>) => sql<number>`(
  select (
    coalesce((select sum(c.${sql.ref(counter)}) from event_counts c where c.unit = 'month' and c.period < m.month), 0)
    + coalesce((select sum(c.${sql.ref(counter)}) from event_counts c
        where c.unit = 'day' and c.period >= m.month and c.period < m.day), 0)
    + (select count(*) from events e
        where e.is_public and e.${sql.ref(column)} >= m.day at time zone 'UTC' and e.${sql.ref(column)} < ${at($)})
  )::int
  from (select d.day, date_trunc('month', d.day)::date as month
    from (select date_trunc('day', ${at($)} at time zone 'UTC') as day) as d) as m)`;

const total = sql<number>`(select coalesce(sum(starts), 0)::int from event_counts where unit = 'month')`;

const hotEvents = statement<object, { count: number }>(
  'public events that are not cancelled',
  () => sql`select coalesce(sum(starts - cancelled), 0)::int as count from event_counts where unit = 'month'`,
);
const publicEvents = statement<object, { count: number }>('public events', () => sql`select ${total} as count`);
const startedEvents = statement<Moment, { count: number }>(
  'public events that started before',
  ($) => sql`select ${before('starts', 'starts_at', $)} as count`,
);
const endedEvents = statement<Moment, { count: number }>(
  'public events that ended before',
  ($) => sql`select ${before('ends', 'ends_at', $)} as count`,
);
const upcomingEvents = statement<Moment, { count: number }>(
  'public events that end later',
  ($) => sql`select ${total} - ${before('ends', 'ends_at', $)} as count`,
);

const firstCount = async (rows: Promise<{ count: number }[]>): Promise<number> => (await rows)[0]?.count ?? 0;

/** Counts the public events that are not cancelled. */
export const countHot = (run: Run) => firstCount(run(hotEvents, {}));
/** Count public events: all, started or ended before a moment, or ending at it or later. In seconds since 1970. */
export const countPublic = (run: Run) => firstCount(run(publicEvents, {}));
export const countStarted = (run: Run, moment: number) => firstCount(run(startedEvents, { moment }));
export const countEnded = (run: Run, moment: number) => firstCount(run(endedEvents, { moment }));
export const countUpcoming = (run: Run, moment: number) => firstCount(run(upcomingEvents, { moment }));

/** A day's bounds, in seconds since 1970, and the number of public events that precede it in the list. */
export interface StartPosition {
  readonly begin: number;
  readonly end: number;
  readonly before: number;
}

const positionStatement = (direction: 'asc' | 'desc') =>
  statement(
    `place among public events, ${direction}`,
    ($: Parameters<{ offset: number }>) => sql<StartPosition>`
      select date_part('epoch', period::timestamp) as begin, date_part('epoch', period + interval '1 day') as end,
        (upto - starts)::int as before
      from (select period, starts, sum(starts) over (order by period ${sql.raw(direction)}) as upto
        from event_counts where unit = 'day') as days
      where upto > ${$.offset}::int order by upto limit 1`,
  );
const positionStatements = { asc: positionStatement('asc'), desc: positionStatement('desc') };

/** Finds the start day of the event at `offset` in the list of all public events by start. */
export async function positionByStart(run: Run, direction: 'asc' | 'desc', offset: number): Promise<StartPosition> {
  const [position] = await run(positionStatements[direction], { offset });
  return position ?? { begin: Infinity, end: -Infinity, before: offset };
}
