import { sql, type RawBuilder } from 'kysely';
import { countEnded, countPublic, countStarted, countToCome, placeByStart } from './event-counts.js';
import { eventRows, type EventRow } from './events.js';
import {
  hotScore,
  narrowingsOf,
  rules,
  searchFor,
  type EventArguments,
  type EventCriteria,
  type EventFilter,
} from './event-filters.js';
import { hotEvents } from './hot-events.js';
import { utcMidnight } from '../time/comment-window.js';
import { rootList, type Page, type PageRequest, type RootList } from './page.js';
import { db, type Parameters, type Run } from './statement.js';

/** The lists that have been asked for, by filter and by what narrows it: each combination is a statement of its own. */
type Arguments = Parameters<EventArguments>;
const lists = new Map<string, RootList<EventArguments, EventRow>>();

/** The score is a column of its own, so that a cursor can hold it; no other list needs it. */
function withHotScore($: Parameters<EventArguments>): ReturnType<typeof eventRows> {
  return eventRows().select(hotScore($).as('hotScore'));
}

function nameOf(criteria: EventCriteria): string {
  return ['events', criteria.filter ?? 'NONE', ...narrowingsOf(criteria)].join(' ');
}

/** Rows that have an id and some of the columns of `events`, as if they had them all. */
function idsFrom(rows: RawBuilder<unknown>) {
  return db.selectFrom(rows.as('e') as unknown as 'events as e').select('e.id');
}

function listFor(criteria: EventCriteria): RootList<EventArguments, EventRow> {
  if (criteria.filter === 'HOT' && narrowingsOf(criteria).length === 0) return hotEvents;
  const name = nameOf(criteria);
  let list = lists.get(name);
  if (!list) lists.set(name, (list = listOf(name, criteria)));
  return list;
}

/** Where a row lies holds as long as the statement runs, and leads to it without a descent through the index of ids. */
const PLACE = sql.ref('e.ctid');

function listOf(name: string, criteria: EventCriteria): RootList<EventArguments, EventRow> {
  const filter = criteria.filter ?? 'NONE';
  const { conditions, parts, source } = searchFor(criteria);
  const { order } = rules[filter];
  const meeting = (query: ReturnType<typeof idsFrom>, $: Arguments) =>
    query.where(({ and }) => and(conditions.map((condition) => condition($))));
  const rows = ($: Arguments) => (filter === 'HOT' ? withHotScore($) : eventRows());
  const all = ($: Arguments) => meeting(rows($), $) as ReturnType<typeof eventRows>;
  const isSearch = criteria.pattern !== undefined || criteria.tags !== undefined;
  if (source) return rootList(name, order, rows, { find: [($) => meeting(idsFrom(source($)), $)], isSearch });
  const find = parts?.map((part) => ($: Arguments) => all($).where(part($)));
  return rootList(name, order, all, { isSearch, ...(find && { find, by: PLACE }) });
}

function argumentsOf(criteria: EventCriteria, now: number): EventArguments {
  const { pattern = null, stub = null, tags = [], from = null, until = null } = criteria;
  return { pattern, stub, tags, from, until, now, today: utcMidnight(now) };
}

/** How many there are where nothing narrows the collection: nobody has to look at each of them. */
const totals: Partial<Record<EventFilter | 'NONE', (run: Run, now: number) => Promise<number>>> = {
  NONE: countPublic,
  ALL: countPublic,
  HOT: countPublic,
  UPCOMING: countToCome,
  PAST: countEnded,
};
/** The whole collection by start, in which a day leads anywhere. */
const byStart: Partial<Record<EventFilter | 'NONE', 'asc' | 'desc'>> = { NONE: 'desc', ALL: 'asc' };
/** So far in, it is worth a statement. */
const FAR = 1_000;

/** A page of the events that meet the criteria. `now` in seconds since 1970. */
export async function eventPage(
  run: Run,
  criteria: EventCriteria,
  now: number,
  request: PageRequest,
): Promise<Page<EventRow>> {
  const { offset = 0, cursor, backwards } = request;
  const direction = narrowingsOf(criteria).length === 0 && byStart[criteria.filter ?? 'NONE'];
  if (offset <= FAR || cursor || backwards || !direction) {
    return listFor(criteria).page(run, argumentsOf(criteria, now), request);
  }
  const place = await placeByStart(run, direction, offset);
  const rest = { ...criteria, ...(direction === 'asc' ? { from: place.begin } : { until: place.end }) };
  const page = await eventPage(run, rest, now, { ...request, offset: offset - place.before });
  return { ...page, offset, hasPrevious: true };
}

/** How many events meet the criteria. */
export function eventCount(run: Run, criteria: EventCriteria, now: number): Promise<number> {
  const total = narrowingsOf(criteria).length === 0 ? totals[criteria.filter ?? 'NONE'] : undefined;
  return total ? total(run, now) : listFor(criteria).count(run, argumentsOf(criteria, now));
}

/** The page of `filter=all` where nobody says where it begins: behind the events that started before today (contract §4.3). */
export async function firstFuturePage(
  run: Run,
  criteria: EventCriteria,
  now: number,
  request: PageRequest,
): Promise<Page<EventRow>> {
  const today = utcMidnight(now);
  const { from = -Infinity, until = Infinity } = criteria;
  const begun = { ...criteria, until: Math.min(until, today) };
  const [offset, page] = await Promise.all([
    narrowingsOf(criteria).length === 0 ? countStarted(run, today) : eventCount(run, begun, now),
    eventPage(run, { ...criteria, from: Math.max(from, today) }, now, request),
  ]);
  return { ...page, offset, hasPrevious: offset > 0 };
}
