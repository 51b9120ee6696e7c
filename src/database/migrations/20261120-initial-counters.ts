/**
 * Statement-level triggers maintain the counters, in the transaction of the change, so that direct SQL maintains them
 * too.
 *
 * Each trigger function first locks the parent rows in the order of their IDs, then counts: if a comment arrives while
 * its author becomes a speaker, whose ratings do not count in the average, exactly one of the two transactions sees it.
 */

export type Direction = 'insert' | 'delete' | 'update';

export const transitionTables: Record<Direction, string> = {
  insert: 'referencing new table as added',
  delete: 'referencing old table as removed',
  update: 'referencing new table as added old table as removed',
};

/** The rows of a statement with their sign: `added` counts +1, `removed` counts -1. */
export const changes: Record<Direction, string> = {
  insert: 'select 1 as sign, added.* from added',
  delete: 'select -1 as sign, removed.* from removed',
  update: 'select 1 as sign, added.* from added union all select -1, removed.* from removed',
};

interface Tally {
  /** The table whose rows are counted. */
  readonly table: string;
  /** The table with the counters, and the column of `table` that references it. */
  readonly parent: string;
  readonly key: string;
  /** Counter column → contribution of one row `c` of `table`. */
  readonly counters: Readonly<Record<string, string>>;
}

export const visibleTalkComment = 'not c.is_hidden and not c.is_private';
export const ratedTalk = `${visibleTalkComment} and c.rating > 0 and c.user_id is not null
  and not exists (select 1 from talk_speakers s where s.talk_id = c.talk_id and s.user_id = c.user_id)`;
/** Old event comments have no rating: null must not propagate into the sums. */
export const ratedEvent = `not c.is_hidden and coalesce(c.rating, 0) > 0 and c.user_id is not null
  and not exists (select 1 from event_hosts h where h.event_id = c.event_id and h.user_id = c.user_id)`;

const tallies: readonly Tally[] = [
  { table: 'event_attendees', parent: 'events', key: 'event_id', counters: { attendee_count: '1' } },
  { table: 'tracks', parent: 'events', key: 'event_id', counters: { track_count: '1' } },
  { table: 'talks', parent: 'events', key: 'event_id', counters: { talk_count: '1' } },
  { table: 'talk_tracks', parent: 'tracks', key: 'track_id', counters: { talk_count: '1' } },
  { table: 'talk_stars', parent: 'talks', key: 'talk_id', counters: { star_count: '1' } },
  {
    table: 'event_comments',
    parent: 'events',
    key: 'event_id',
    counters: {
      comment_count: '(not c.is_hidden)::int',
      rating_count: `(${ratedEvent})::int`,
      rating_sum: `case when ${ratedEvent} then c.rating else 0 end`,
    },
  },
  {
    table: 'talk_comments',
    parent: 'talks',
    key: 'talk_id',
    counters: {
      comment_count: `(${visibleTalkComment})::int`,
      rating_count: `(${ratedTalk})::int`,
      rating_sum: `case when ${ratedTalk} then c.rating else 0 end`,
    },
  },
  {
    table: 'talk_comments',
    parent: 'events',
    key: 'event_id',
    counters: { talk_comment_count: `(${visibleTalkComment})::int` },
  },
];

function tallyTrigger({ table, parent, key, counters }: Tally, direction: Direction): string {
  const name = `tally_${table}_${parent}_${direction}`;
  const columns = Object.keys(counters);
  const sums = columns.map((column) => `sum(c.sign * (${counters[column]})) as ${column}`).join(', ');
  return `
create function ${name}() returns trigger language plpgsql as $$
begin
  perform 1 from ${parent} where id in (select ${key} from (${changes[direction]}) c) order by id for no key update;
  update ${parent} p set ${columns.map((column) => `${column} = p.${column} + d.${column}`).join(', ')}
    from (select c.${key}, ${sums} from (${changes[direction]}) c group by c.${key}) d
    where p.id = d.${key} and (${columns.map((column) => `d.${column} <> 0`).join(' or ')});
  return null;
end $$;
create trigger ${name} after ${direction} on ${table} ${transitionTables[direction]}
  for each statement execute function ${name}();`;
}

interface Recount {
  /** A change of this table excludes (or includes) the ratings of a user in the average. */
  readonly table: string;
  readonly comments: string;
  readonly parent: string;
  readonly key: string;
  readonly rated: string;
}

const recounts: readonly Recount[] = [
  { table: 'talk_speakers', comments: 'talk_comments', parent: 'talks', key: 'talk_id', rated: ratedTalk },
  { table: 'event_hosts', comments: 'event_comments', parent: 'events', key: 'event_id', rated: ratedEvent },
];

function recountTrigger({ table, comments, parent, key, rated }: Recount, direction: Direction): string {
  const name = `recount_${table}_${direction}`;
  const touched = `select distinct c.${key} from (${changes[direction]}) c where c.user_id is not null
    and exists (select 1 from ${comments} m where m.${key} = c.${key} and m.user_id = c.user_id)`;
  return `
create function ${name}() returns trigger language plpgsql as $$
begin
  perform 1 from ${parent} where id in (select ${key} from (${changes[direction]}) c where c.user_id is not null)
    order by id for no key update;
  update ${parent} p set rating_count = d.rating_count, rating_sum = d.rating_sum
    from (select t.${key}, count(c.id) as rating_count, coalesce(sum(c.rating), 0) as rating_sum
      from (${touched}) t left join ${comments} c on c.${key} = t.${key} and ${rated} group by t.${key}) d
    where p.id = d.${key};
  return null;
end $$;
create trigger ${name} after ${direction} on ${table} ${transitionTables[direction]}
  for each statement execute function ${name}();`;
}

export const directions: readonly Direction[] = ['insert', 'delete', 'update'];

export const counterTriggers = [
  ...tallies.flatMap((tally) => directions.map((direction) => tallyTrigger(tally, direction))),
  ...recounts.flatMap((recount) => directions.map((direction) => recountTrigger(recount, direction))),
].join('\n');
