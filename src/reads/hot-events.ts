import { sql } from 'kysely';
import { countPublic } from './event-counts.js';
import { eventRows, type EventRow } from './events.js';
import { checkCursor, key, type Order } from './order.js';
import { pageOf, type RootList } from './page.js';
import { statement, type Parameters, type Run } from './statement.js';

/**
 * The public events as they are hot (contract §4.3): by days from today, times five, less what speaks for the event; then
 * latest id first. The order changes every midnight, so it is no index's. Yet `event_heat` has each day in its order, and
 * nothing that lies further off than the most popular event of all could make up for is looked at.
 */
export const hotOrder: Order = [
  { expression: sql`hotScore`, field: 'hotScore', type: 'number', descending: false },
  key('e.id', 'id', 'id', 'desc'),
];

interface Day {
  /** 00:00 UTC of the day, in seconds since 1970. */
  readonly today: number;
}
/** A place in the list: right behind an event with this score and id, be there one or not. Null: the beginning. */
interface Place extends Day {
  readonly score: number | null;
  readonly id: string;
}
interface Slice extends Place {
  readonly skip: number;
  readonly count: number;
}

/** How far events lie from today, and the most that speaks for one of them. */
const extent = ($: Parameters<Day>) => sql`extent as materialized (
  select today, top, greatest(today - first, last - today) as span
  from (select (to_timestamp(${$.today}::float8) at time zone 'UTC')::date as today,
    (select max(popularity) from event_heat) as top,
    (select min(period) from event_counts where unit = 'day') as first,
    (select max(period) from event_counts where unit = 'day') as last) as ends)`;

/** `within`: so many days from today and less there are only events before the place. */
const asked = ($: Parameters<Place>) => sql`asked as materialized (
  select *, least(span, greatest(-1, floor(score / 5.0)))::int as within
  from (select *, greatest(${$.score}::int, -1 - top) as score, ${$.id}::bigint as id from extent) as given)`;

/** How many events further off than `within` stand at the place or before it, because so much speaks for them. */
const passed = sql`passed as materialized (
  select count(*)::int as passed
  from asked cross join lateral (select period, abs(period - today) as distance from event_counts
    where unit = 'day' and period between today - least(span, (score + top) / 5) and today + least(span, (score + top) / 5)
  ) as d join event_heat h on h.day = d.period and (h.popularity, h.event_id) >= (5 * d.distance - score, id)
  where d.distance > within)`;

/** Events that start on days from `from` to `to`, on one side of today. */
const starting = (from: string, to: string) => sql`(select coalesce(sum(starts), 0) from event_counts
  where unit = 'day' and period between ${sql.raw(from)} and ${sql.raw(to)})`;

/** Looks twice as far each time, until there are events enough for the slice; no score beyond `bound` is in it then. */
const bounded = ($: Parameters<Slice>) => sql`grown as (
  select within as reach, 0::bigint as found from asked
  union all
  select next.reach, ${starting('today - next.reach', 'today - greatest(within + 1, 1)')}
    + ${starting('today + within + 1', 'today + next.reach')}
  from grown cross join asked cross join passed
    cross join lateral (select least(span, 2 * grown.reach - within + 1) as reach) as next
  where found < passed + ${$.skip}::int + ${$.count}::int and grown.reach < span
), bounded as materialized (
  select asked.*, bound, least(span, (bound + top) / 5) as reach
  from asked cross join (select 5 * max(reach) as bound from grown) as furthest)`;

const slice = statement(
  'hot events',
  ($: Parameters<Slice>) => sql<EventRow & { hotScore: number }>`
    with recursive ${extent($)}, ${asked($)}, ${passed}, ${bounded($)}, hot as (
      select heat.event_id, 5 * d.distance - heat.popularity as score
      from bounded
        cross join lateral (select period, abs(period - today) as distance from event_counts
          where unit = 'day' and starts > 0 and period between today - reach and today + reach) as d
        cross join lateral (select event_id, popularity from event_heat
          where day = d.period and popularity >= 5 * d.distance - bound
            and (popularity, event_id) < (5 * d.distance - score, id)
          order by popularity desc, event_id desc limit ${$.skip}::int + ${$.count}::int) as heat
      where d.distance > within
      order by 2, 1 desc offset ${$.skip}::int limit ${$.count}::int)
    ${eventRows()
      .innerJoin(sql<{ event_id: string; score: number }>`hot`.as('h'), 'h.event_id', 'e.id')
      .select('h.score as hotScore')
      .orderBy('h.score')
      .orderBy('e.id', 'desc')}`,
);

const rank = statement(
  'rank among hot events',
  ($: Parameters<Place>) => sql<{ rank: number }>`
    with ${extent($)}, ${asked($)}, ${passed}
    select (passed + ${starting('today - within', 'today + within')})::int as rank from asked cross join passed`,
);

const wholeDays = statement(
  'whole days of hot events',
  ($: Parameters<Day & { skip: number }>) => sql<{ within: number | null }>`
    with ${extent($)}
    select max(distance) as within
    from (select distance, sum(sum(starts)) over (order by distance) as upto
      from (select abs(period - today) as distance, starts from event_counts cross join extent where unit = 'day') as days
      group by distance) as d
    where upto <= ${$.skip}::int`,
);

/** No score is further from zero. */
const FURTHEST = 2 ** 30;
/** Beyond so many, the place is found by counting days. */
const NEAR = 200;

const before: Omit<Place, 'today'> = { score: null, id: '0' };

/** Behind the event of a cursor: its score, which nobody keeps from being a fraction, and its id. */
function placeOf([, score = '', id = '']: readonly string[]): Omit<Place, 'today'> {
  const whole = Math.floor(Number(score));
  const isWhole = whole === Number(score);
  return { score: Math.max(-FURTHEST, Math.min(FURTHEST, whole)), id: isWhole ? id : '0' };
}

async function rankOf(run: Run, asked: Place): Promise<number> {
  return (await run(rank, asked))[0]?.rank ?? 0;
}

/** `count` events from `offset` on. */
async function from(run: Run, { today }: Day, offset: number, count: number) {
  if (offset <= NEAR) return run(slice, { today, ...before, skip: offset, count });
  const [days] = await run(wholeDays, { today, skip: offset });
  // Popular ones from further off may come before the last events of those days: then less days do.
  for (let within = days?.within ?? -1, step = 1; ; within -= step, step *= 2) {
    const place: Place = { today, score: 5 * within - 1, id: '0' };
    const passed = await rankOf(run, place);
    if (passed <= offset) return run(slice, { ...place, skip: offset - passed, count });
  }
}

/** The whole collection as it is hot; what narrows it is none of its business. */
export const hotEvents: RootList<Day, EventRow> = {
  async page(run, day, request) {
    const { limit, offset = 0, cursor, backwards } = request;
    if (cursor) checkCursor(hotOrder, cursor);
    const today = { today: day.today };
    if (backwards) {
      const end = cursor ? await rankBefore(run, today, cursor) : await countPublic(run);
      const begin = Math.max(0, end - limit - 1);
      return pageOf((await from(run, today, begin, end - begin)).reverse(), request, hotOrder);
    }
    const rows = cursor
      ? await run(slice, { ...today, ...placeOf(cursor), skip: 0, count: limit + 1 })
      : await from(run, today, offset, limit + 1);
    return pageOf(rows, request, hotOrder);
  },
  count: (run) => countPublic(run),
};

/** How many come before the event of a cursor. */
function rankBefore(run: Run, day: Day, cursor: readonly string[]): Promise<number> {
  const place = placeOf(cursor);
  return rankOf(run, { ...day, ...place, id: String(BigInt(place.id) + 1n) });
}
