import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { hotOrder } from './hot-events.js';
import { key, type Order } from './order.js';
import type { Parameters } from './statement.js';

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

export interface EventArguments {
  readonly pattern: string | null;
  readonly stub: string | null;
  readonly tags: readonly string[];
  readonly from: number | null;
  readonly until: number | null;
  /** Seconds since 1970: the moment of the request, and 00:00 UTC of its day. */
  readonly now: number;
  readonly today: number;
}

type Condition = ($: Parameters<EventArguments>) => RawBuilder<boolean>;

interface FilterRule {
  readonly where: Condition;
  readonly order: ($: Parameters<EventArguments>) => Order;
  /** Conditions of which each event meets one, and by which it is found sooner. */
  readonly parts?: readonly Condition[];
}

const startDescending = (): Order => [key('e.starts_at', 'startsAt', 'time', 'desc'), key('e.id', 'id', 'id', 'desc')];
const startAscending = (): Order => [key('e.starts_at', 'startsAt', 'time', 'asc'), key('e.id', 'id', 'id', 'asc')];
const isPublic = () => sql<boolean>`e.is_public`;

/**
 * Days from today, less a fifth of the people who came or spoke up (contract §4.3), all times five: whole numbers, so
 * that equal scores are equal. Lower is hotter.
 */
export const hotScore = ($: Parameters<EventArguments>) =>
  sql<number>`(5 * abs((e.starts_at at time zone 'UTC')::date - (to_timestamp(${$.today}::float8) at time zone 'UTC')::date)
    - (e.comment_count + e.attendee_count + 1))`;

const nowOf = ($: Parameters<EventArguments>) => sql`to_timestamp(${$.now}::float8)`;

/** Longer ones have an index of their own (migration 20261122-large-collections). */
const WEEK = sql`interval '168 hours'`;

/** decisions.md, Filters. Only approved public events, for everybody, unless the submissions are asked for. */
export const rules: Record<EventFilter | 'NONE', FilterRule> = {
  NONE: { where: isPublic, order: startDescending },
  ALL: { where: isPublic, order: startAscending },
  HOT: {
    where: isPublic,
    order: ($) => hotOrder.map((one) => (one.field === 'hotScore' ? { ...one, expression: hotScore($) } : one)),
  },
  UPCOMING: {
    where: ($) => sql`e.is_public and e.ends_at >= ${nowOf($)}`,
    order: startAscending,
    // What began more than a week ago and goes on takes longer than that: nobody walks through all that is over.
    parts: [
      ($) => sql`e.ends_at - e.starts_at > ${WEEK} and e.starts_at < ${nowOf($)} - ${WEEK}`,
      ($) => sql`e.starts_at >= ${nowOf($)} - ${WEEK}`,
    ],
  },
  PAST: {
    // Whatever is over has begun.
    where: ($) => sql`e.is_public and e.ends_at < ${nowOf($)} and e.starts_at <= ${nowOf($)}`,
    order: startDescending,
  },
  OPEN_CFP: {
    where: ($) => sql`e.is_public and e.cfp_ends_at >= to_timestamp(${$.today}::float8)
      and (e.cfp_starts_at is null or e.cfp_starts_at <= ${nowOf($)})`,
    order: () => [key('e.cfp_ends_at', 'cfpEndsAt', 'time', 'asc'), key('e.id', 'id', 'id', 'asc')],
  },
  PENDING: { where: () => sql`e.status = 'PENDING'`, order: startAscending },
};

/** What may be asked of a row of `event_search`. */
const searchable = {
  title: ($) => sql`e.name like lower(${$.pattern})`,
  tags: ($) => sql`e.tags && ${$.tags}::text[]`,
  from: ($) => sql`e.starts_at >= to_timestamp(${$.from}::float8)`,
  until: ($) => sql`e.starts_at < to_timestamp(${$.until}::float8)`,
} as const satisfies Record<string, Condition>;
/** What may be asked of a row of `events`. */
const narrowings = {
  ...searchable,
  title: ($) => sql`e.id in (select id from event_search as e where ${searchable.title($)})`,
  /** Of events that are not public. */
  name: ($) => sql`e.name ilike ${$.pattern}`,
  stub: ($) => sql`lower(e.stub) = lower(${$.stub})`,
} as const satisfies Record<string, Condition>;
type Narrowing = keyof typeof narrowings;

/** What narrows the collection, in one order. */
export function narrowingsOf({ filter, pattern, ...others }: EventCriteria): readonly Narrowing[] {
  const given = (['stub', 'tags', 'from', 'until'] as const).filter((name) => others[name] !== undefined);
  if (pattern === undefined) return given;
  return [filter === 'PENDING' ? 'name' : 'title', ...given];
}

/** How events are looked for: conditions on rows `e`, which are those of `events`, or such as have no more than `source`. */
interface Search {
  readonly conditions: readonly Condition[];
  readonly parts?: readonly Condition[] | undefined;
  readonly source?: ($: Parameters<EventArguments>) => RawBuilder<unknown>;
}

/** Filters that ask for nothing but dates, or for the score as well. */
const sources: Partial<Record<EventFilter | 'NONE', RawBuilder<unknown>>> = {
  ...Object.fromEntries(
    ['NONE', 'ALL', 'UPCOMING', 'PAST'].map((name) => [name, sql`select *, true as is_public from event_search as e`]),
  ),
  HOT: sql`select e.*, true as is_public, h.popularity - 1 as comment_count, 0 as attendee_count
    from event_search as e join event_heat h on h.event_id = e.id`,
};

/** How the events that meet the criteria are looked for. */
export function searchFor(criteria: EventCriteria): Search {
  const filter = criteria.filter ?? 'NONE';
  const names = narrowingsOf(criteria);
  const source = sources[filter];
  const searches =
    names.some((name) => name === 'title' || name === 'tags') && names.every((name) => name in searchable);
  if (!source || !searches) {
    const { where, parts } = rules[filter];
    const conditions = [where, ...names.map((name): Condition => narrowings[name])];
    return names.every((name) => name === 'from' || name === 'until') ? { conditions, parts } : { conditions };
  }
  const asked: Record<Narrowing, Condition> = { ...narrowings, ...searchable };
  const conditions = [rules[filter].where, ...names.map((name) => asked[name])];
  if (!names.includes('tags')) return { conditions, source: () => sql`(${source})` };
  // How rare a tag is PostgreSQL guesses badly: it has to find those events first, by their index, and then the latest.
  return { conditions, source: ($) => sql`(${source} where ${searchable.tags($)} offset 0)` };
}
