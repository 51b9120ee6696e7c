import { changes, directions, transitionTables, type Direction } from './transitions.js';

/**
 * Statement-level triggers maintain the counters, in the transaction of the change, so that direct SQL maintains them
 * too.
 *
 * Each trigger function first locks the parent rows in the order of their IDs, then counts: if a comment arrives while
 * its author becomes a speaker, whose ratings do not count in the average, exactly one of the two transactions sees it.
 */

export const visibleTalkComment = 'not c.is_hidden and not c.is_private';
/**
 * Whether ratings of the author of a comment count: not those of speakers, hosts and deleted accounts. A rating with a
 * hidden name counts for any author. Otherwise the counters would change when the author becomes a host or a speaker or
 * deletes the account, which would identify the author: a host could make each attendee a host for a moment.
 */
export const countingAuthors = {
  talk: `(c.is_name_hidden or c.user_id is not null
  and not exists (select 1 from talk_speakers s where s.talk_id = c.talk_id and s.user_id = c.user_id))`,
  event: `(c.is_name_hidden or c.user_id is not null
  and not exists (select 1 from event_hosts h where h.event_id = c.event_id and h.user_id = c.user_id))`,
};
export const ratedTalk = `${visibleTalkComment} and c.rating > 0 and ${countingAuthors.talk}`;
/** Old event comments have no rating: null must not propagate into the sums. */
export const ratedEvent = `not c.is_hidden and coalesce(c.rating, 0) > 0 and ${countingAuthors.event}`;

interface Tally {
  /** The table whose rows are counted. */
  readonly table: string;
  /** The table with the counters, and the column of `table` that references it. */
  readonly parent: string;
  readonly key: string;
  /** Counter column → contribution of one row `c` of `table`. */
  readonly counters: Readonly<Record<string, string>>;
}

const tallies: readonly Tally[] = [
  { table: 'tracks', parent: 'events', key: 'event_id', counters: { track_count: '1' } },
  { table: 'talks', parent: 'events', key: 'event_id', counters: { talk_count: '1' } },
  { table: 'talk_tracks', parent: 'tracks', key: 'track_id', counters: { talk_count: '1' } },
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
];

/** Counts of talks by triggers do not move a talk to another event, whose row they would have to wait for. */
const spared = (table: string, direction: Direction) =>
  table === 'talks' && direction === 'update' ? ' when (pg_trigger_depth() = 0)' : '';

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
  for each statement${spared(table, direction)} execute function ${name}();`;
}

/**
 * Attendance and stars count active accounts only, as lists do. Counting locks the account first, so that a mark and a
 * concurrent change of `is_active` do not both count, or both ignore, the mark.
 */
export const lockAccounts = (direction: Direction) =>
  `perform from users where id in (select user_id from (${changes[direction]}) c) order by id for share;`;
export const activeMarks = (direction: Direction) =>
  `(select c.* from (${changes[direction]}) c join users u on u.id = c.user_id where u.is_active)`;

const countAttendees = (direction: Direction) => `
create function tally_event_attendees_events_${direction}() returns trigger language plpgsql as $$
begin
  ${lockAccounts(direction)}
  perform from events where id in (select event_id from (${changes[direction]}) c) order by id for no key update;
  update events e set attendee_count = e.attendee_count + d.count
    from (select event_id, sum(sign)::int as count from ${activeMarks(direction)} c group by event_id) d
    where e.id = d.event_id and d.count <> 0;
  return null;
end $$;
create trigger tally_event_attendees_events_${direction} after ${direction} on event_attendees ${transitionTables[direction]}
  for each statement execute function tally_event_attendees_events_${direction}();`;

export const counterTriggers = directions
  .flatMap((direction) => [...tallies.map((tally) => tallyTrigger(tally, direction)), countAttendees(direction)])
  .join('\n');
