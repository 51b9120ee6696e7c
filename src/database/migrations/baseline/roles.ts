import { ratedEvent, ratedTalk } from './counters.js';
import { changes, directions, transitionTables, type Direction } from './transitions.js';
import { starsOf, type Counter } from './waiting-counts.js';

/** Locks before the foreign key takes a shared lock: two transactions that both upgrade it would deadlock. */
const holdTalk = `
create function hold_talk() returns trigger language plpgsql as $$
begin
  perform from talks where id = new.talk_id for update;
  return new;
end $$;
create trigger hold_talk before insert or update of talk_id on talk_speakers
  for each row when (new.user_id is not null) execute function hold_talk();`;

/** A change of speakers or hosts excludes (or includes) their ratings in the average. */
function recountSpeakers(direction: Direction): string {
  const linked = `select distinct c.talk_id, c.user_id from (${changes[direction]}) c where c.user_id is not null`;
  const waits = (counter: Counter) =>
    `coalesce((select sum(w.${counter}) from waiting_counts w where w.talk_id = t.id), 0)`;
  return `
create function recount_talk_speakers_${direction}() returns trigger language plpgsql as $$
begin
  perform from talks where id in (select talk_id from (${linked}) l) order by id for update;
  update talks t set rating_count = d.count - ${waits('rating_count')}, rating_sum = d.sum - ${waits('rating_sum')}
    from (select l.talk_id, count(c.id) as count, coalesce(sum(c.rating), 0) as sum
      from (select distinct l.talk_id from (${linked}) l join talk_comments m using (talk_id, user_id)) l
      left join talk_comments c on c.talk_id = l.talk_id and ${ratedTalk} group by l.talk_id) d
    where t.id = d.talk_id;
  return null;
end $$;`;
}

function recountHosts(direction: Direction): string {
  const touched = `select distinct c.event_id from (${changes[direction]}) c where c.user_id is not null
    and exists (select 1 from event_comments m where m.event_id = c.event_id and m.user_id = c.user_id)`;
  return `
create function recount_event_hosts_${direction}() returns trigger language plpgsql as $$
begin
  perform 1 from events where id in (select event_id from (${changes[direction]}) c where c.user_id is not null)
    order by id for no key update;
  update events p set rating_count = d.rating_count, rating_sum = d.rating_sum
    from (select t.event_id, count(c.id) as rating_count, coalesce(sum(c.rating), 0) as rating_sum
      from (${touched}) t left join event_comments c on c.event_id = t.event_id and ${ratedEvent} group by t.event_id) d
    where p.id = d.event_id;
  return null;
end $$;`;
}

const recountTriggers = (direction: Direction) =>
  ['talk_speakers', 'event_hosts'].map(
    (table) => `
create trigger recount_${table}_${direction} after ${direction} on ${table} ${transitionTables[direction]}
  for each statement execute function recount_${table}_${direction}();`,
  );

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

/**
 * Deletes the marks of an account before it: afterwards, no trigger can determine whether they counted.
 *
 * Detaches a deleted user from comments, talks and events one after the other, also with direct SQL. The foreign keys
 * would do it all at once: the triggers that count ratings run at the end of the statement, and would find neither the
 * speaker nor the author of a rating that was excluded because both were the same user.
 */
const partWithUser = `
create function delete_marks() returns trigger language plpgsql as $$
begin
  delete from event_attendees where user_id = old.id;
  delete from talk_stars where user_id = old.id;
  return old;
end $$;
create trigger delete_marks before delete on users for each row execute function delete_marks();

create function part_with_user() returns trigger language plpgsql as $$
begin
  delete from comment_versions where talk_comment_id in (select id from talk_comments where user_id = old.id)
    or event_comment_id in (select id from event_comments where user_id = old.id);
  update talk_comments set user_id = null where user_id = old.id;
  update event_comments set user_id = null, author_name = null where user_id = old.id;
  update talk_speakers set user_id = null where user_id = old.id;
  delete from event_hosts where user_id = old.id;
  return old;
end $$;
create trigger part_with_user before delete on users for each row execute function part_with_user();`;

/** What follows from the roles and the state of an account. */
export const roleTriggers = [
  holdTalk,
  ...directions.flatMap((direction) => [
    ...[recountSpeakers(direction), recountHosts(direction)],
    ...recountTriggers(direction),
  ]),
  ...[countAccount, partWithUser],
].join('\n');
