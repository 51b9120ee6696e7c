import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { hotOrder } from './hot-events.js';
import { key, type Order } from './order.js';
import type { Parameters } from '../../database/sql/statement.js';

export const eventFilters = ['HOT', 'UPCOMING', 'PAST', 'ALL', 'OPEN_CFP', 'PENDING'] as const;
export type EventFilter = (typeof eventFilters)[number];

/** Criteria of the event collection. Absent members do not filter. */
export interface EventCriteria {
  readonly filter?: EventFilter | undefined;
  /** Substring of the name, ignoring case and accents. */
  readonly title?: string | undefined;
  readonly stub?: string | undefined;
  /** In lower case; matches events with at least one of the tags. */
  readonly tags?: readonly string[] | undefined;
  /** Seconds since 1970: matches events that start at `from` or later, and before `until`. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

export interface EventArguments {
  readonly title: string | null;
  readonly stub: string | null;
  readonly tags: readonly string[];
  readonly from: number | null;
  readonly until: number | null;
  /** Seconds since 1970: the time of the request, and 00:00 UTC of its day. */
  readonly now: number;
  readonly today: number;
}

type Condition = ($: Parameters<EventArguments>) => RawBuilder<boolean>;

interface FilterRule {
  readonly where: Condition;
  readonly order: ($: Parameters<EventArguments>) => Order;
  /**
   * Conditions with a faster index each, of which every matching event meets exactly one; in the order of the list.
   */
  readonly parts?: readonly Condition[];
}

const startDescending = (): Order => [key('e.starts_at', 'startsAt', 'time', 'desc'), key('e.id', 'id', 'id', 'desc')];
const startAscending = (): Order => [key('e.starts_at', 'startsAt', 'time', 'asc'), key('e.id', 'id', 'id', 'asc')];
const isPublic = () => sql<boolean>`e.is_public`;

/**
 * Days from today minus a fifth of the popularity, by attendees and comments (contract §4.3), times five. Integers
 * compare exactly. Lower is hotter.
 */
export const hotScore = ($: Parameters<EventArguments>) =>
  sql<number>`(5 * abs((e.starts_at at time zone 'UTC')::date - (to_timestamp(${$.today}::float8) at time zone 'UTC')::date)
    - (e.comment_count + e.attendee_count + 1))`;

const nowOf = ($: Parameters<EventArguments>) => sql`to_timestamp(${$.now}::float8)`;

/** Longer events have partial indexes (migrations/baseline/events.ts). */
const WEEK = sql`interval '168 hours'`;
const TWO_MONTHS = sql`interval '1440 hours'`;

/** Exceeds the longest day in any time zone: a call for papers closes less than this after `cfp_ends_at`. */
export const LAST_DAY = sql`interval '50 hours'`;

/** Decisions no. 58 and 48. All filters except `PENDING` match only public events, for every viewer. */
export const filterRules: Record<EventFilter | 'NONE', FilterRule> = {
  NONE: { where: isPublic, order: startDescending },
  ALL: { where: isPublic, order: startAscending },
  HOT: {
    where: () => sql`e.is_public and e.cancelled_at is null`,
    order: ($) => hotOrder.map((one) => (one.field === 'hotScore' ? { ...one, expression: hotScore($) } : one)),
  },
  UPCOMING: {
    where: ($) => sql`e.is_public and e.ends_at >= ${nowOf($)}`,
    order: startAscending,
    // A running event that started over a week ago is in an index of longer events: avoids scanning past events.
    parts: [
      ($) => sql`e.ends_at - e.starts_at > ${TWO_MONTHS} and e.starts_at < ${nowOf($)} - ${TWO_MONTHS}`,
      ($) => sql`e.ends_at - e.starts_at > ${WEEK}
        and e.starts_at >= ${nowOf($)} - ${TWO_MONTHS} and e.starts_at < ${nowOf($)} - ${WEEK}`,
      ($) => sql`e.starts_at >= ${nowOf($)} - ${WEEK}`,
    ],
  },
  PAST: {
    // Every past event has started: the redundant bound excludes future events from the index scan by start.
    where: ($) => sql`e.is_public and e.ends_at < ${nowOf($)} and e.starts_at <= ${nowOf($)}`,
    order: startDescending,
  },
  OPEN_CFP: {
    // The first bound lets the index skip past calls; `nextChangeOfEvents` uses the same.
    where: ($) => sql`e.is_public and e.cfp_ends_at > ${nowOf($)} - ${LAST_DAY} and e.cfp_closes_at > ${nowOf($)}
      and e.cancelled_at is null and (e.cfp_starts_at is null or e.cfp_starts_at <= ${nowOf($)})`,
    order: () => [key('e.cfp_ends_at', 'cfpEndsAt', 'time', 'asc'), key('e.id', 'id', 'id', 'asc')],
  },
  PENDING: { where: () => sql`e.status = 'PENDING'`, order: startAscending },
};

/** Conditions on a row of `event_search`. */
const searchable = {
  title: ($) => sql`e.name like public.search_pattern(${$.title})`,
  tags: ($) => sql`e.tags && ${$.tags}::text[]`,
  from: ($) => sql`e.starts_at >= to_timestamp(${$.from}::float8)`,
  until: ($) => sql`e.starts_at < to_timestamp(${$.until}::float8)`,
} as const satisfies Record<string, Condition>;
/** Conditions on a row of `events`. */
const criteriaConditions = {
  ...searchable,
  title: ($) => sql`e.id in (select id from event_search as e where ${searchable.title($)})`,
  /** For events that are not public, which `event_search` does not contain. */
  name: ($) => sql`public.search_text(e.name) like public.search_pattern(${$.title})`,
  stub: ($) => sql`lower(e.stub) = lower(${$.stub})`,
} as const satisfies Record<string, Condition>;
type CriterionName = keyof typeof criteriaConditions;

/** Names of the criteria that are set, in a canonical order. */
export function criteriaNames({ filter, title, ...others }: EventCriteria): readonly CriterionName[] {
  const names = (['stub', 'tags', 'from', 'until'] as const).filter((name) => others[name] !== undefined);
  if (title === undefined) return names;
  return [filter === 'PENDING' ? 'name' : 'title', ...names];
}

type Relation = ($: Parameters<EventArguments>) => RawBuilder<unknown>;

/** A search plan: conditions on rows `e`, from `events` or, if set, from the narrower `source`. */
interface Search {
  readonly conditions: readonly Condition[];
  readonly parts?: readonly Condition[] | undefined;
  readonly source?: Relation;
  /** A table to which `source` refers: the list unites what it finds for each row. */
  readonly each?: Relation;
}

/** Row sources of filters that need only dates or the score: `event_search` instead of `events`. */
const sources: Partial<Record<EventFilter | 'NONE', RawBuilder<unknown>>> = {
  ...Object.fromEntries(
    ['NONE', 'ALL', 'UPCOMING', 'PAST'].map((name) => [name, sql`select *, true as is_public from event_search as e`]),
  ),
  HOT: sql`select e.*, true as is_public, null::timestamptz as cancelled_at, h.popularity - 1 as comment_count, 0 as attendee_count
    from event_search as e join event_heat h on h.event_id = e.id`,
};

/** The events of one tag by start: a page of a common tag reads no more than it shows. */
const byTag = {
  each: ($) => sql`unnest(${$.tags}::text[]) as asked (tag)`,
  source: () =>
    sql`(select event_id as id, starts_at, ends_at, true as is_public from event_tags where tag = asked.tag)`,
} as const satisfies Record<string, Relation>;

const isDates = (names: readonly CriterionName[]) => names.every((name) => name === 'from' || name === 'until');

/** Plans the search for events that match the criteria. */
export function searchFor(criteria: EventCriteria): Search {
  const filter = criteria.filter ?? 'NONE';
  const names = criteriaNames(criteria);
  const { where, parts } = filterRules[filter];
  const source = sources[filter];
  const others = names.filter((name) => name !== 'tags');
  if (source && filter !== 'HOT' && names.length > others.length && isDates(others)) {
    return { conditions: [where, ...others.map((name): Condition => criteriaConditions[name])], parts, ...byTag };
  }
  const isSearchable =
    names.some((name) => name === 'title' || name === 'tags') && names.every((name) => name in searchable);
  if (!source || !isSearchable) {
    const conditions = [where, ...names.map((name): Condition => criteriaConditions[name])];
    return isDates(names) ? { conditions, parts } : { conditions };
  }
  const conditionsByName: Record<CriterionName, Condition> = { ...criteriaConditions, ...searchable };
  const conditions = [where, ...names.map((name) => conditionsByName[name])];
  if (!names.includes('tags')) return { conditions, source: () => sql`(${source})` };
  // PostgreSQL misestimates the selectivity of tags: `offset 0` makes it filter by the tag index before it sorts.
  return { conditions, source: ($) => sql`(${source} where ${searchable.tags($)} offset 0)` };
}
