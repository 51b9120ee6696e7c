import { differs, directions, touched, transitionTables, type Direction } from './transitions.js';

interface Shown {
  /** Columns that a schedule shows. */
  readonly columns: readonly string[];
  /** Those of them that move an entry of a calendar (RFC 5546 §2.1.4). */
  readonly moving: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');
const shown: Readonly<Record<string, Shown>> = {
  talks: {
    columns: words('title slug description talk_type_id language_id starts_at duration_minutes room stub guid'),
    moving: words('starts_at duration_minutes room'),
  },
  events: {
    columns: words(
      'name slug description location starts_at ends_at time_zone href cfp_starts_at cfp_ends_at cfp_url tags images guid',
    ),
    moving: words('starts_at ends_at time_zone location cfp_ends_at'),
  },
};

/** Records of a talk that its schedule shows. */
const parts = ['talk_speakers', 'talk_tracks', 'talk_links'];

/**
 * What calendars and schedules require: identities that other systems share (`guid`), rooms, the revision of an entry
 * (iCalendar's SEQUENCE), the time of its last visible change, and deleted talks. A talk whose GUID an earlier one has
 * (`guid_is_copied`) keeps another UID for ever; one that returns after its deletion continues its revisions. The triggers
 * fire for listed columns only, so counters cost nothing: with a trigger before updates, PostgreSQL would compute all
 * generated columns at each count, and fire the triggers of these. A row of another table touches its talk only if that is
 * older than the transaction.
 */
const revise = ([table, { columns, moving }]: [string, Shown]): string => `
create function revise_${table}() returns trigger language plpgsql as $$
begin
  update ${table} set changed_at = greatest(changed_at, now()),
      schedule_revision = schedule_revision + case when ${differs(moving)} then 1 else 0 end
    where id = new.id;
  return null;
end $$;
create trigger revise after update of ${columns.join(', ')} on ${table}
  for each row when (${differs(columns)}) execute function revise_${table}();`;

const touchTalks = (table: string, direction: Direction): string => `
create function touch_${table}_${direction}() returns trigger language plpgsql as $$
begin
  update talks set changed_at = now() where changed_at < now() and id in (${touched(direction, 'talk_id')});
  return null;
end $$;
create trigger touch_${direction} after ${direction} on ${table} ${transitionTables[direction]}
  for each statement execute function touch_${table}_${direction}();`;

const triggers = `
create function touch_talks_of_track() returns trigger language plpgsql as $$
begin
  update talks set changed_at = now()
    where changed_at < now() and id in (select talk_id from talk_tracks where track_id = new.id);
  return null;
end $$;
create trigger touch_talks after update of name on tracks
  for each row when (old.name is distinct from new.name) execute function touch_talks_of_track();

create function revise_talks_of_event() returns trigger language plpgsql as $$
begin
  update talks set changed_at = greatest(changed_at, now()), schedule_revision = schedule_revision + 1
    where event_id = new.id;
  return null;
end $$;
create trigger revise_talks after update of location, time_zone on events
  for each row when ((old.location, old.time_zone) is distinct from (new.location, new.time_zone))
  execute function revise_talks_of_event();

create table deleted_talks (
  id bigint primary key,
  event_id bigint not null references events on delete cascade,
  guid uuid not null,
  guid_is_copied boolean not null,
  title text not null,
  starts_at timestamptz not null,
  duration_minutes integer not null,
  revision integer not null,
  deleted_at timestamptz not null default now()
);
create index deleted_talks_event_index on deleted_talks (event_id, starts_at);
create index deleted_talks_deleted_index on deleted_talks (deleted_at);
create function keep_deleted_talks() returns trigger language plpgsql as $$
begin
  insert into deleted_talks (id, event_id, guid, guid_is_copied, title, starts_at, duration_minutes, revision)
    select t.id, t.event_id, t.guid, t.guid_is_copied, t.title, t.starts_at, t.duration_minutes, t.schedule_revision + 1
    from removed t join events e on e.id = t.event_id;
  return null;
end $$;
create trigger keep_deleted after delete on talks referencing old table as removed
  for each statement execute function keep_deleted_talks();
create function place_new_talks() returns trigger language plpgsql as $$
begin
  update talks t set guid_is_copied = true from added a
    where t.id = a.id and exists (select from talks o where o.guid = a.guid and o.id < a.id);
  with returned as (
    delete from deleted_talks d using added a where d.event_id = a.event_id and d.guid = a.guid
      returning a.id, d.revision, d.guid_is_copied
  )
  update talks t set schedule_revision = r.revision + 1, guid_is_copied = r.guid_is_copied
    from returned r where t.id = r.id;
  return null;
end $$;
create trigger place_new after insert on talks referencing new table as added
  for each statement execute function place_new_talks();
create function note_deleted_talks() returns trigger language plpgsql as $$
begin
  insert into changes (event_id) select distinct event_id from removed on conflict do nothing;
  return null;
end $$;
create trigger note_delete after delete on deleted_talks referencing old table as removed
  for each statement execute function note_deleted_talks();`;

export const scheduleTriggers = [
  ...Object.entries(shown).map(revise),
  ...parts.flatMap((table) => directions.map((direction) => touchTalks(table, direction))),
  triggers,
].join('\n');
