import { Migration } from '@mikro-orm/migrations';
import { changes, directions, type Direction } from './20261120-initial-counters.js';
import { eachCounter } from './20261122-waiting-counts-table.js';

/**
 * Attendance and stars count active accounts only, as lists do. Counting locks the account first, so that a mark and a
 * concurrent change of `is_active` do not both count, or both ignore, the mark.
 */
export class Migration20261123ActiveCounts extends Migration {
  override up(): void {
    for (const direction of directions) {
      this.addSql(countAttendees(direction));
      this.addSql(countStars(direction));
    }
    this.addSql(countAccount);
    this.addSql(deleteMarks);
    this.addSql(repair);
  }
}

const lockAccounts = (direction: Direction) =>
  `perform from users where id in (select user_id from (${changes[direction]}) c) order by id for share;`;
const activeMarks = (direction: Direction) =>
  `(select c.* from (${changes[direction]}) c join users u on u.id = c.user_id where u.is_active)`;

const countAttendees = (direction: Direction) => `
create or replace function tally_event_attendees_events_${direction}() returns trigger language plpgsql as $$
begin
  ${lockAccounts(direction)}
  perform from events where id in (select event_id from (${changes[direction]}) c) order by id for no key update;
  update events e set attendee_count = e.attendee_count + d.count
    from (select event_id, sum(sign)::int as count from ${activeMarks(direction)} c group by event_id) d
    where e.id = d.event_id and d.count <> 0;
  return null;
end $$;`;

const starsOf = (rows: string) => `array(
    select row(0, event_id, talk_id, ${eachCounter((counter) => (counter === 'star_count' ? 'stars' : '0'))})::waiting_counts
    from (select event_id, talk_id, sum(sign)::int as stars from ${rows} c group by event_id, talk_id) d
    where stars <> 0 order by event_id, talk_id)`;

/** An inserted star already locks its talk, by its foreign key. */
const countStars = (direction: Direction) => `
create or replace function count_talk_stars_${direction}() returns trigger language plpgsql as $$
declare
  changed waiting_counts[];
begin
  ${lockAccounts(direction)}
  ${direction === 'insert' ? '' : `perform from talks where id in (select talk_id from (${changes[direction]}) c) order by id for key share;`}
  changed := ${starsOf(activeMarks(direction))};
  if changed <> '{}' then perform add_to_talks(changed); end if;
  return null;
end $$;`;

const countAccount = `
create function count_account() returns trigger language plpgsql as $$
declare
  step integer := case when new.is_active then 1 else -1 end;
  changed waiting_counts[];
begin
  perform from events where id in (select event_id from event_attendees where user_id = new.id)
    order by id for no key update;
  update events e set attendee_count = e.attendee_count + step from event_attendees a
    where a.user_id = new.id and e.id = a.event_id;
  changed := ${starsOf('(select step as sign, s.* from talk_stars s where s.user_id = new.id)')};
  if changed <> '{}' then perform add_to_talks(changed); end if;
  return null;
end $$;
create trigger count_account after update of is_active on users for each row
  when (old.is_active is distinct from new.is_active) execute function count_account();`;

/** Runs before the deletion: afterwards, no trigger can determine whether the marks of the account counted. */
const deleteMarks = `
create function delete_marks() returns trigger language plpgsql as $$
begin
  delete from event_attendees where user_id = old.id;
  delete from talk_stars where user_id = old.id;
  return old;
end $$;
create trigger delete_marks before delete on users for each row execute function delete_marks();`;

const inactive = (table: string, key: string) =>
  `(select ${key}, count(*)::int as count from ${table} join users u on u.id = user_id and not u.is_active group by ${key})`;

/** `counters.ts` recounts what this subtracts. Pending counts are added first. */
const repair = `
delete from waiting_counts;
update events e set attendee_count = e.attendee_count - i.count
  from ${inactive('event_attendees', 'event_id')} i where e.id = i.event_id;
update talks t set star_count = t.star_count - i.count
  from ${inactive('talk_stars', 'talk_id')} i where t.id = i.talk_id;`;
