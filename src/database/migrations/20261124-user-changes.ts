import { Migration } from '@mikro-orm/migrations';

/** Columns that responses show, or that decide what they show. A login changes none of them. */
const columns = [
  'username',
  'full_name',
  'email',
  'biography',
  'twitter_username',
  'random_avatar_hash',
  'is_active',
  'is_admin',
  'is_trusted',
];

/** Tables that connect users with the events whose responses show them by joins. Other responses depend on the user. */
const shownBy = ['event_hosts', 'talk_speakers', 'speaker_claims'];

/** Tables whose rows count while the user is active. Triggers that update counters record no changes. */
const countedBy = ['event_attendees', 'talk_stars'];

/** More changes are recorded as a change of everything. */
const MAX_CHANGES = 1_000;

const eventsOf = (table: string, users: string) => `select event_id from ${table} where user_id = any(${users})`;

const whereDiffers = (names: readonly string[]) => `array(
    select id from (
      select id, ${names.join(', ')} from removed except select id, ${names.join(', ')} from added
    ) differing
  )`;

/**
 * Records a changed user by a key of the user, and for the events that they host or speak at, where it was recorded for all
 * events; one who becomes active or inactive also for the events that they attend or whose talks they starred. The key of
 * user N in `changes` is -100 - N. Deleting a user changes rows of these tables, whose triggers record their events.
 * Compares rows by `except` because PL/pgSQL caches plans: a join that was planned for one row would compare each row with
 * each other.
 */
export class Migration20261124UserChanges extends Migration {
  override up(): void {
    this.addSql(`
drop trigger note_change_0 on users;
drop trigger note_change_1 on users;
drop trigger note_avatar_change on users;
create function note_users(changed bigint[], counted bigint[]) returns void language plpgsql as $$
declare
  keys bigint[];
begin
  if cardinality(changed) > ${MAX_CHANGES} then
    insert into changes (event_id) values (0) on conflict do nothing;
    return;
  end if;
  keys := array(
    select event_id from (
      ${[...shownBy.map((table) => eventsOf(table, 'changed')), ...countedBy.map((table) => eventsOf(table, 'counted'))].join('\n      union ')}
    ) shown limit ${MAX_CHANGES + 1}
  ) || array(select -100 - u.id from unnest(changed) as u(id));
  insert into changes (event_id)
    select unnest(case when cardinality(keys) > ${MAX_CHANGES} then '{0}' else keys end) on conflict do nothing;
end $$;
create function note_users_update() returns trigger language plpgsql as $$
declare
  changed bigint[] := ${whereDiffers(columns)};
begin
  if cardinality(changed) > 0 then perform note_users(changed, ${whereDiffers(['is_active'])}); end if;
  return null;
end $$;
create trigger note_update after update on users referencing new table as added old table as removed
  for each statement execute function note_users_update();
create function note_users_delete() returns trigger language plpgsql as $$
begin
  perform note_users(array(select id from removed), '{}');
  return null;
end $$;
create trigger note_delete after delete on users referencing old table as removed
  for each statement execute function note_users_delete();`);
  }
}
