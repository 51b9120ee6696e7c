import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { eventRows, type EventRow } from './events.js';
import { utcMidnight } from '../time/comment-window.js';
import { key, type Order } from './order.js';
import { rootList, type Page, type PageRequest, type RootList } from './page.js';
import type { Parameters, Run } from './statement.js';

export const eventFilters = ['HOT', 'UPCOMING', 'PAST', 'ALL', 'OPEN_CFP', 'PENDING'] as const;
export type EventFilter = (typeof eventFilters)[number];

/** What narrows the collection of events. Members that are absent narrow nothing. */
export interface EventCriteria {
  readonly filter?: EventFilter | undefined;
  /** Part of the name, any case, already as a LIKE pattern. */
  readonly pattern?: string | undefined;
  readonly stub?: string | undefined;
  /** Lower case; an event has to carry one of them. */
  readonly tags?: readonly string[] | undefined;
  /** Seconds since 1970: events that start at `from` or later, and before `until`. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

interface EventArguments {
  readonly pattern: string | null;
  readonly stub: string | null;
  readonly tags: readonly string[];
  readonly from: number | null;
  readonly until: number | null;
  /** Seconds since 1970: the moment of the request, and 00:00 UTC of its day. */
  readonly now: number;
  readonly today: number;
}

interface FilterRule {
  readonly where: ($: Parameters<EventArguments>) => RawBuilder<boolean>;
  readonly order: ($: Parameters<EventArguments>) => Order;
}

const startDescending = (): Order => [key('e.starts_at', 'startsAt', 'time', 'desc'), key('e.id', 'id', 'id', 'desc')];
const startAscending = (): Order => [key('e.starts_at', 'startsAt', 'time', 'asc'), key('e.id', 'id', 'id', 'asc')];
const isPublic = () => sql<boolean>`e.is_public`;

/**
 * Days from today, less a fifth of the people who came or spoke up (contract §4.3), all times five: whole numbers, so
 * that equal scores are equal. Lower is hotter.
 */
const hotScore = ($: Parameters<EventArguments>) =>
  sql<number>`(5 * abs((e.starts_at at time zone 'UTC')::date - (to_timestamp(${$.today}::float8) at time zone 'UTC')::date)
    - (e.comment_count + e.attendee_count + 1))`;

/** decisions.md, Filters. Only approved public events, for everybody, unless the submissions are asked for. */
const rules: Record<EventFilter | 'NONE', FilterRule> = {
  NONE: { where: isPublic, order: startDescending },
  ALL: { where: isPublic, order: startAscending },
  HOT: {
    where: isPublic,
    order: ($) => [
      { expression: hotScore($), field: 'hotScore', type: 'number', descending: false },
      key('e.id', 'id', 'id', 'desc'),
    ],
  },
  UPCOMING: {
    where: ($) => sql`e.is_public and e.ends_at >= to_timestamp(${$.now}::float8)`,
    order: startAscending,
  },
  PAST: {
    where: ($) => sql`e.is_public and e.ends_at < to_timestamp(${$.now}::float8)`,
    order: startDescending,
  },
  OPEN_CFP: {
    where: ($) => sql`e.is_public and e.cfp_ends_at >= to_timestamp(${$.today}::float8)
      and (e.cfp_starts_at is null or e.cfp_starts_at <= to_timestamp(${$.now}::float8))`,
    order: () => [key('e.cfp_ends_at', 'cfpEndsAt', 'time', 'asc'), key('e.id', 'id', 'id', 'asc')],
  },
  PENDING: { where: () => sql`e.status = 'PENDING'`, order: startAscending },
};

const narrowings: Record<keyof Omit<EventCriteria, 'filter'>, ($: Parameters<EventArguments>) => RawBuilder<boolean>> =
  {
    pattern: ($) => sql`e.name ilike ${$.pattern}`,
    stub: ($) => sql`lower(e.stub) = lower(${$.stub})`,
    tags: ($) => sql`e.tags && ${$.tags}::text[]`,
    from: ($) => sql`e.starts_at >= to_timestamp(${$.from}::float8)`,
    until: ($) => sql`e.starts_at < to_timestamp(${$.until}::float8)`,
  };
const narrowingNames = Object.keys(narrowings) as (keyof typeof narrowings)[];

/** The lists that have been asked for, by filter and by what narrows it: each combination is a statement of its own. */
const lists = new Map<string, RootList<EventArguments, EventRow>>();

function narrowingsOf(criteria: EventCriteria) {
  return narrowingNames.filter((name) => criteria[name] !== undefined);
}

function matching(criteria: EventCriteria, $: Parameters<EventArguments>) {
  const rule = rules[criteria.filter ?? 'NONE'];
  const columns = criteria.filter === 'HOT' ? withHotScore($) : eventRows();
  return narrowingsOf(criteria).reduce((query, name) => query.where(narrowings[name]($)), columns.where(rule.where($)));
}

/** The score is a column of its own, so that a cursor can hold it; no other list needs it. */
function withHotScore($: Parameters<EventArguments>): ReturnType<typeof eventRows> {
  return eventRows().select(hotScore($).as('hotScore'));
}

function nameOf(criteria: EventCriteria): string {
  return ['events', criteria.filter ?? 'NONE', ...narrowingsOf(criteria)].join(' ');
}

function listFor(criteria: EventCriteria): RootList<EventArguments, EventRow> {
  const name = nameOf(criteria);
  let list = lists.get(name);
  if (!list) {
    list = rootList(name, rules[criteria.filter ?? 'NONE'].order, ($) => matching(criteria, $));
    lists.set(name, list);
  }
  return list;
}

function argumentsOf(criteria: EventCriteria, now: number): EventArguments {
  const { pattern = null, stub = null, tags = [], from = null, until = null } = criteria;
  return { pattern, stub, tags, from, until, now, today: utcMidnight(now) };
}

/** A page of the events that meet the criteria. `now` in seconds since 1970. */
export function eventPage(
  run: Run,
  criteria: EventCriteria,
  now: number,
  request: PageRequest,
): Promise<Page<EventRow>> {
  return listFor(criteria).page(run, argumentsOf(criteria, now), request);
}

/** How many events meet the criteria. */
export function eventCount(run: Run, criteria: EventCriteria, now: number): Promise<number> {
  return listFor(criteria).count(run, argumentsOf(criteria, now));
}

/** Where `filter=all` begins when nobody says where: after the events that started before today (contract §4.3). */
export async function firstFutureOffset(run: Run, criteria: EventCriteria, now: number): Promise<number> {
  const until = Math.min(criteria.until ?? Infinity, utcMidnight(now));
  return eventCount(run, { ...criteria, until }, now);
}
