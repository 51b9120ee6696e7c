import { sql } from 'kysely';
import { countHot } from './event-counts.js';
import { eventRows, type EventRow } from './events.js';
import { checkCursor, key, type Order } from './order.js';
import { pageOf, type RootList } from './page.js';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

/**
 * Order of the public events that are not cancelled by hot score (contract §4.3): days from today, times five, minus popularity; then latest
 * ID first. The order changes every midnight, so that no index can store it. But `event_heat` is indexed per day in
 * this order, and days too distant for even the most popular event are never read.
 */
export const hotOrder: Order = [
  { expression: sql`hotScore`, field: 'hotScore', type: 'number', descending: false },
  key('e.id', 'id', 'id', 'desc'),
];

interface Day {
  /** 00:00 UTC of the day, in seconds since 1970. */
  readonly today: number;
}
/** A position in the list: directly after this score and ID, whether or not an event has them. Null: the start. */
interface HotPosition extends Day {
  readonly score: number | null;
  readonly id: string;
}
interface Slice extends HotPosition {
  readonly skip: number;
  readonly count: number;
}

/** Largest distance of an event from today, in days, and highest popularity. */
const extent = ($: Parameters<Day>) => sql`extent as materialized (
  select today, top, greatest(today - first, last - today) as span
  from (select (to_timestamp(${$.today}::float8) at time zone 'UTC')::date as today,
    (select max(popularity) from event_heat) as top,
    (select min(period) from event_counts where unit = 'day') as first,
    (select max(period) from event_counts where unit = 'day') as last) as ends)`;

/** `within`: up to this distance from today, in days, all events precede the position. */
const requested = ($: Parameters<HotPosition>) => sql`requested as materialized (
  select *, least(span, greatest(-1, floor(score / 5.0)))::int as within
  from (select *, greatest(${$.score}::int, -1 - top) as score, ${$.id}::bigint as id from extent) as bounded)`;

/** Counts events beyond `within` that are at or before the position because of their popularity. */
const passed = sql`passed as materialized (
  select count(*)::int as passed
  from requested cross join lateral (select period, abs(period - today) as distance from event_counts
    where unit = 'day' and period between today - least(span, (score + top) / 5) and today + least(span, (score + top) / 5)
  ) as d join event_heat h on h.day = d.period and (h.popularity, h.event_id) >= (5 * d.distance - score, id)
  where d.distance > within)`;

/** Counts events in `event_heat` that start on the days from `from` to `to`. */
const starting = (from: string, to: string) => sql`(select coalesce(sum(starts - cancelled), 0) from event_counts
  where unit = 'day' and period between ${sql.raw(from)} and ${sql.raw(to)})`;

/** Doubles the search radius until it contains enough events. No score in the slice then exceeds `bound`. */
const bounded = ($: Parameters<Slice>) => sql`grown as (
  select within as reach, 0::bigint as found from requested
  union all
  select next.reach, ${starting('today - next.reach', 'today - greatest(within + 1, 1)')}
    + ${starting('today + within + 1', 'today + next.reach')}
  from grown cross join requested cross join passed
    cross join lateral (select least(span, 2 * grown.reach - within + 1) as reach) as next
  where found < passed + ${$.skip}::int + ${$.count}::int and grown.reach < span
), bounded as materialized (
  select requested.*, bound, least(span, (bound + top) / 5) as reach
  from requested cross join (select 5 * max(reach) as bound from grown) as furthest)`;

const slice = statement(
  'hot events',
  ($: Parameters<Slice>) => sql<EventRow & { hotScore: number }>`
    with recursive ${extent($)}, ${requested($)}, ${passed}, ${bounded($)}, hot as (
      select heat.event_id, 5 * d.distance - heat.popularity as score
      from bounded
        cross join lateral (select period, abs(period - today) as distance from event_counts
          where unit = 'day' and starts > cancelled and period between today - reach and today + reach) as d
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
  ($: Parameters<HotPosition>) => sql<{ rank: number }>`
    with ${extent($)}, ${requested($)}, ${passed}
    select (passed + ${starting('today - within', 'today + within')})::int as rank from requested cross join passed`,
);

const wholeDays = statement(
  'whole days of hot events',
  ($: Parameters<Day & { skip: number }>) => sql<{ within: number | null }>`
    with ${extent($)}
    select max(distance) as within
    from (select distance, sum(sum(starts)) over (order by distance) as upto
      from (select abs(period - today) as distance, starts - cancelled as starts from event_counts cross join extent where unit = 'day') as days
      group by distance) as d
    where upto <= ${$.skip}::int`,
);

/** Exceeds the absolute value of any score. */
const MAX_SCORE = 2 ** 30;
/** Above this offset, the position is located by the counts per day. */
const MAX_SKIPPED = 200;

const start: Omit<HotPosition, 'today'> = { score: null, id: '0' };

/** The position of a cursor. Rounds down the score, because clients can send a fraction. */
function positionOfCursor([, score = '', id = '']: readonly string[]): Omit<HotPosition, 'today'> {
  const floored = Math.floor(Number(score));
  const isWhole = floored === Number(score);
  return { score: Math.max(-MAX_SCORE, Math.min(MAX_SCORE, floored)), id: isWhole ? id : '0' };
}

async function rankOf(run: Run, position: HotPosition): Promise<number> {
  return (await run(rank, position))[0]?.rank ?? 0;
}

/** Reads `count` events, starting at `offset`. */
async function readFrom(run: Run, { today }: Day, offset: number, count: number) {
  if (offset <= MAX_SKIPPED) return run(slice, { today, ...start, skip: offset, count });
  const [days] = await run(wholeDays, { today, skip: offset });
  // Popular events beyond these days may precede their last events: then retries with fewer days.
  for (let within = days?.within ?? -1, step = 1; ; within -= step, step *= 2) {
    const position: HotPosition = { today, score: 5 * within - 1, id: '0' };
    const passed = await rankOf(run, position);
    if (passed <= offset) return run(slice, { ...position, skip: offset - passed, count });
  }
}

/** All public events that are not cancelled in hot order, without further criteria. */
export const hotEvents: RootList<Day, EventRow> = {
  async page(run, day, request) {
    const { limit, offset = 0, cursor, backwards } = request;
    if (cursor) checkCursor(hotOrder, cursor);
    const today = { today: day.today };
    if (backwards) {
      const end = cursor ? await rankBefore(run, today, cursor) : await countHot(run);
      const begin = Math.max(0, end - limit - 1);
      return pageOf((await readFrom(run, today, begin, end - begin)).reverse(), request, hotOrder);
    }
    const rows = cursor
      ? await run(slice, { ...today, ...positionOfCursor(cursor), skip: 0, count: limit + 1 })
      : await readFrom(run, today, offset, limit + 1);
    return pageOf(rows, request, hotOrder);
  },
  count: (run) => countHot(run),
};

/** Counts the events before a cursor's event. */
function rankBefore(run: Run, day: Day, cursor: readonly string[]): Promise<number> {
  const position = positionOfCursor(cursor);
  return rankOf(run, { ...day, ...position, id: String(BigInt(position.id) + 1n) });
}
