import { sql, type RawBuilder } from 'kysely';
import { countEnded, countHot, countPublic, countStarted, countUpcoming, positionByStart } from './event-counts.js';
import { eventRows, type EventRow } from './events.js';
import {
  hotScore,
  criteriaNames,
  filterRules,
  searchFor,
  type EventArguments,
  type EventCriteria,
  type EventFilter,
} from './event-filters.js';
import { hotEvents } from './hot-events.js';
import { utcMidnight } from '../date/comment-window.js';
import { rootList, type Page, type PageRequest, type RootList } from './page.js';
import { db, type Parameters, type Run } from '../../database/sql/statement.js';

/** Lists built so far, by filter and criteria: each combination has its own statement. */
type Arguments = Parameters<EventArguments>;
const lists = new Map<string, RootList<EventArguments, EventRow>>();

/** Selects the score as a column, because cursors of this list contain it. */
function withHotScore($: Parameters<EventArguments>): ReturnType<typeof eventRows> {
  return eventRows().select(hotScore($).as('hotScore'));
}

function nameOf(criteria: EventCriteria): string {
  return ['events', criteria.filter ?? 'NONE', ...criteriaNames(criteria)].join(' ');
}

/** Types rows with an ID and a subset of the columns of `events` as complete rows. */
function idsFrom(rows: RawBuilder<unknown>) {
  return db.selectFrom(rows.as('e') as unknown as 'events as e').select('e.id');
}

function listFor(criteria: EventCriteria): RootList<EventArguments, EventRow> {
  if (criteria.filter === 'HOT' && criteriaNames(criteria).length === 0) return hotEvents;
  const name = nameOf(criteria);
  let list = lists.get(name);
  if (!list) lists.set(name, (list = listOf(name, criteria)));
  return list;
}

/** Counts events that several tags may find: those of a single tag without sorting them. */
function countDistinct(found: RawBuilder<unknown>, $: Arguments) {
  return sql<{ count: number }>`select case cardinality(${$.tags}::text[])
    when 1 then (select count(*)::int from ${found}) else (select count(distinct e.id)::int from ${found}) end as count`;
}

function listOf(name: string, criteria: EventCriteria): RootList<EventArguments, EventRow> {
  const filter = criteria.filter ?? 'NONE';
  const { conditions, parts, source, each } = searchFor(criteria);
  const { order } = filterRules[filter];
  const matching = (query: ReturnType<typeof idsFrom>, $: Arguments) =>
    query.where(({ and }) => and(conditions.map((condition) => condition($))));
  const rows = ($: Arguments) => (filter === 'HOT' ? withHotScore($) : eventRows());
  const all = ($: Arguments) => matching(rows($), $) as ReturnType<typeof eventRows>;
  const isSearch = criteria.title !== undefined || (criteria.tags !== undefined && !each);
  if (!source) {
    const find = parts?.map((part) => ($: Arguments) => all($).where(part($)));
    return rootList(name, order, all, { isSearch, ...(find && { find, rowsFrom: eventRows }) });
  }
  const found = ($: Arguments) => matching(idsFrom(source($)), $);
  return rootList(name, order, rows, {
    isSearch,
    find: parts?.map((part) => ($: Arguments) => found($).where(part($))) ?? [found],
    ...(each && {
      each,
      count: ($: Arguments) => countDistinct(sql`${each($)} cross join lateral ${found($)} as e`, $),
    }),
  });
}

function argumentsOf(criteria: EventCriteria, now: number): EventArguments {
  const { title = null, stub = null, tags = [], from = null, until = null } = criteria;
  return { title, stub, tags, from, until, now, today: utcMidnight(now) };
}

/** Totals of filters without further criteria, from stored counters instead of a scan. */
const totals: Partial<Record<EventFilter | 'NONE', (run: Run, now: number) => Promise<number>>> = {
  NONE: countPublic,
  ALL: countPublic,
  HOT: countHot,
  UPCOMING: countUpcoming,
  PAST: countEnded,
};
/** Unfiltered lists by start: counts per day locate any offset in them. */
const byStart: Partial<Record<EventFilter | 'NONE', 'asc' | 'desc'>> = { NONE: 'desc', ALL: 'asc' };
/** Above this offset, locating the day first is worth a statement. */
const MAX_SCANNED_OFFSET = 1_000;

/** Reads a page of the events that match the criteria. `now` in seconds since 1970. */
export async function eventPage(
  run: Run,
  criteria: EventCriteria,
  now: number,
  request: PageRequest,
): Promise<Page<EventRow>> {
  const { offset = 0, cursor, backwards } = request;
  const direction = criteriaNames(criteria).length === 0 && byStart[criteria.filter ?? 'NONE'];
  if (offset <= MAX_SCANNED_OFFSET || cursor || backwards || !direction) {
    return listFor(criteria).page(run, argumentsOf(criteria, now), request);
  }
  const position = await positionByStart(run, direction, offset);
  const rest = { ...criteria, ...(direction === 'asc' ? { from: position.begin } : { until: position.end }) };
  const page = await eventPage(run, rest, now, { ...request, offset: offset - position.before });
  return { ...page, offset, hasPrevious: true };
}

const storedTotal = (criteria: EventCriteria) =>
  criteriaNames(criteria).length === 0 ? totals[criteria.filter ?? 'NONE'] : undefined;

/** Whether counting these events requires a scan, because no stored counters cover the criteria. */
export const isScanned = (criteria: EventCriteria): boolean => storedTotal(criteria) === undefined;

/** Counts the events that match the criteria. */
export function eventCount(run: Run, criteria: EventCriteria, now: number): Promise<number> {
  const total = storedTotal(criteria);
  return total ? total(run, now) : listFor(criteria).count(run, argumentsOf(criteria, now));
}

/** The default page of `filter=all`: skips the events that started before today (contract §4.3). */
export async function firstFuturePage(
  run: Run,
  criteria: EventCriteria,
  now: number,
  request: PageRequest,
): Promise<Page<EventRow>> {
  const today = utcMidnight(now);
  const { from = -Infinity, until = Infinity } = criteria;
  const started = { ...criteria, until: Math.min(until, today) };
  const [offset, page] = await Promise.all([
    criteriaNames(criteria).length === 0 ? countStarted(run, today) : eventCount(run, started, now),
    eventPage(run, { ...criteria, from: Math.max(from, today) }, now, request),
  ]);
  return { ...page, offset, hasPrevious: offset > 0 };
}
