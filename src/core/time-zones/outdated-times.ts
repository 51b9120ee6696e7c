import { sql, type RawBuilder } from 'kysely';
import { epoch, statement, type Parameters } from '../../database/sql/statement.js';

/** Statements over the times of events and talks whose zone rules are older than those of the service. */

const TIMES = ['starts', 'ends', 'cfp_starts', 'cfp_ends'] as const;
/** As the indexes of migration 20261210-local-times have it. */
const LAST_TIME = sql.raw(`greatest(${TIMES.map((name) => `e.${name}_at`).join(', ')})`);

interface Rules {
  /** Times of this version, or of later ones, are left alone. */
  readonly rules: string;
  /** Seconds since 1970: past times stay as they are. */
  readonly now: number;
}

/** The versions in use before the given one, by a few steps in the index. */
const olderVersions = (table: 'events' | 'talks', $: Parameters<Rules>) => sql`
  recursive versions (name) as (
    (select min(zone_rules) from ${sql.table(table)} where zone_rules < ${$.rules})
    union all
    select (select min(zone_rules) from ${sql.table(table)} where zone_rules > v.name and zone_rules < ${$.rules})
    from versions v where v.name is not null
  )`;

const isFuture = (time: RawBuilder<unknown>, $: Parameters<Rules>) => sql`${time} > to_timestamp(${$.now}::float8)`;

/** An instant and its local time, both in seconds since 1970 (in UTC). */
export interface StoredTime {
  readonly at: number;
  readonly local: number | null;
}

export interface EventTimesRow {
  readonly id: string;
  readonly timeZone: string;
  /** In the order of `TIMES`. */
  readonly times: readonly (StoredTime | null)[];
}

export interface TalkTimesRow {
  readonly id: string;
  readonly eventId: string;
  readonly timeZone: string;
  readonly starts: StoredTime;
}

const timeOf = (row: string, name: string) => sql`case when ${sql.ref(`${row}.${name}_at`)} is not null then
  json_build_object('at', ${epoch(`${row}.${name}_at`)}, 'local', ${epoch(`${row}.${name}_local`)}) end`;
const columnsOfEvent = sql`e.id, e.time_zone as "timeZone",
  json_build_array(${sql.join(TIMES.map((name) => timeOf('e', name)))}) as times`;
const columnsOfTalk = sql`t.id, t.event_id as "eventId", e.time_zone as "timeZone", ${timeOf('t', 'starts')} as starts`;

/** Events to derive again: those not yet past, and those without rules, which an older release has written. */
export const outdatedEvents = statement(
  'events with outdated times',
  ($: Parameters<Rules & { readonly limit: number }>) => sql<{ id: string }>`
    with ${olderVersions('events', $)}
    (select e.id from versions v join events e on e.zone_rules = v.name and ${isFuture(LAST_TIME, $)}
      limit ${$.limit}::int)
    union all
    (select e.id from events e where e.zone_rules is null limit ${$.limit}::int)`,
);

/** The events of talks to derive again. */
export const eventsOfOutdatedTalks = statement(
  'events of talks with outdated times',
  ($: Parameters<Rules & { readonly limit: number }>) => sql<{ id: string }>`
    with ${olderVersions('talks', $)}
    select distinct event_id as id from (
      (select t.event_id from versions v join talks t
        on t.zone_rules = v.name and ${isFuture(sql.ref('t.starts_at'), $)} limit ${$.limit}::int)
      union all
      (select t.event_id from talks t where t.zone_rules is null limit ${$.limit}::int)
    ) outdated`,
);

type Locked = Parameters<{ readonly ids: readonly string[]; readonly rules: string }>;
const isOutdated = (table: string, $: Locked) =>
  sql`(${sql.ref(`${table}.zone_rules`)} is null or ${sql.ref(`${table}.zone_rules`)} < ${$.rules})`;

/** Locks events, in the order of their IDs. */
export const lockEvents = statement(
  'lock events with outdated times',
  ($: Parameters<{ ids: readonly string[] }>) => sql<{ id: string }>`
    select id from events where id = any(${$.ids}::bigint[]) order by id for no key update`,
);

export const eventTimes = statement(
  'outdated times of events',
  ($: Locked) => sql<EventTimesRow>`
    select ${columnsOfEvent} from events e where e.id = any(${$.ids}::bigint[]) and ${isOutdated('e', $)} order by e.id`,
);

/** Talks that a transaction derives; the next one takes the rest. */
const MAX_TALKS = 2_000;

export const talkTimes = statement(
  'outdated times of talks',
  ($: Locked) => sql<TalkTimesRow>`
    select ${columnsOfTalk} from talks t join events e on e.id = t.event_id
    where t.event_id = any(${$.ids}::bigint[]) and ${isOutdated('t', $)} order by t.id limit ${sql.lit(MAX_TALKS)} for no key update of t`,
);

type AfterId = Parameters<Rules & { readonly after: string; readonly limit: number }>;

/** All events not yet past, in the order of their IDs: also those whose rules are those of the service. */
export const futureEvents = statement(
  'times of future events',
  ($: AfterId) => sql<EventTimesRow>`
    select ${columnsOfEvent} from events e where e.id > ${$.after}::bigint and ${isFuture(LAST_TIME, $)}
      and (e.zone_rules is null or e.zone_rules <= ${$.rules}) order by e.id limit ${$.limit}::int`,
);

export const futureTalks = statement(
  'times of future talks',
  ($: AfterId) => sql<TalkTimesRow>`
    select ${columnsOfTalk} from talks t join events e on e.id = t.event_id
    where t.id > ${$.after}::bigint and ${isFuture(sql.ref('t.starts_at'), $)}
      and (t.zone_rules is null or t.zone_rules <= ${$.rules}) order by t.id limit ${$.limit}::int`,
);

/** The columns to write: shifts in seconds and local times by the names of `TIMES`. */
export interface WrittenRow {
  readonly id: string;
  readonly shifts: Readonly<Record<string, number>>;
  readonly locals: Readonly<Record<string, string | null>>;
  /** ISO 8601. */
  readonly closes?: string | null;
}

const assignments = (names: readonly string[]) =>
  sql.join(
    names.map(
      (name) => sql`${sql.ref(`${name}_at`)} = x.${sql.ref(`${name}_at`)}
        + coalesce((r.shifts->>${sql.lit(name)})::float8, 0) * interval '1 second',
      ${sql.ref(`${name}_local`)} = (r.locals->>${sql.lit(name)})::timestamp`,
    ),
  );

type Written = Parameters<{ readonly rows: string; readonly rules: string }>;

export const writeEventTimes = statement(
  'write derived times of events',
  ($: Written) => sql<object>`
    update events x set ${assignments(TIMES)}, cfp_closes_at = r.closes, zone_rules = ${$.rules}
    from jsonb_to_recordset(${$.rows}::jsonb) as r (id bigint, shifts jsonb, locals jsonb, closes timestamptz)
    where x.id = r.id`,
);

export const writeTalkTimes = statement(
  'write derived times of talks',
  ($: Written) => sql<object>`
    update talks x set ${assignments(['starts'])}, zone_rules = ${$.rules}
    from jsonb_to_recordset(${$.rows}::jsonb) as r (id bigint, shifts jsonb, locals jsonb) where x.id = r.id`,
);

/** Names of the times of an event, in the order of its row. */
export const namesOfTimes: readonly string[] = TIMES;
