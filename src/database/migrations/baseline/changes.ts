import { directions, touched, transitionTables, type Direction } from './transitions.js';

/**
 * Records which events each transaction has changed, so that processes can invalidate cached responses. Each
 * transaction only inserts rows of its own, so none blocks another. Triggers cover direct SQL too.
 */
const table = `
create table changes (
  event_id bigint not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  primary key (event_id, transaction_id)
);
create index changes_transaction_index on changes (transaction_id);
create function note_change() returns trigger language plpgsql as $$
begin
  insert into changes (event_id) values (tg_argv[0]::bigint) on conflict do nothing;
  return null;
end $$;`;

/** Tables whose rows belong to an event, with the column that references it. */
const ofEvents: Readonly<Record<string, string>> = {
  events: 'id',
  event_hosts: 'event_id',
  event_attendees: 'event_id',
  tracks: 'event_id',
  talks: 'event_id',
  talk_tracks: 'event_id',
  talk_speakers: 'event_id',
  speaker_claims: 'event_id',
  talk_links: 'event_id',
  talk_stars: 'event_id',
  event_comments: 'event_id',
  talk_comments: 'event_id',
  comment_reports: 'event_id',
};

/**
 * Tables with counters. Updates of them by triggers are skipped: the triggering statement has recorded the change already,
 * and pending counts are visible all along.
 */
const counting = ['events', 'talks', 'tracks'];
const spared = (name: string, direction: Direction) =>
  counting.includes(name) && direction === 'update' ? ' when (pg_trigger_depth() = 0)' : '';

const noteEvents = (name: string, key: string, direction: Direction): string => `
create function note_${name}_${direction}() returns trigger language plpgsql as $$
begin
  insert into changes (event_id) select distinct t.${key} from (${touched(direction, key)}) t on conflict do nothing;
  return null;
end $$;
create trigger note_${direction} after ${direction} on ${name} ${transitionTables[direction]}
  for each statement${spared(name, direction)} execute function note_${name}_${direction}();`;

/**
 * Keys in `changes` that are not the ID of an event, by name of the trigger:
 *
 * - 0: responses about all events depend on it; -1: only other responses do;
 * - -2 and -3: lists of events, and their ranking by popularity; -4: lists of talks, so that a list is not invalidated by
 *   every change of any event;
 * - -5: times at which results are revealed or feedback opens, except by deletions, after which a cached response only
 *   expires too early.
 */
const keys = `
create trigger note_change_2 after insert on users
  for each statement execute function note_change('-1');
create trigger note_change_3 after insert or update or delete on languages
  for each statement execute function note_change('0');
create trigger note_change_4 after insert or update or delete on talk_types
  for each statement execute function note_change('0');
create trigger note_list_2 after insert or delete or update of name, stub, tags, starts_at, ends_at, status, is_public,
    cfp_starts_at, cfp_ends_at, cfp_closes_at on events
  for each statement execute function note_change('-2');
create trigger note_list_3 after insert or delete or update of comment_count, attendee_count on events
  for each statement execute function note_change('-3');
create trigger note_list_4 after insert or delete or update of title, starts_at, event_id on talks
  for each statement execute function note_change('-4');

create trigger note_feedback_times after update of reveal_after_hours, feedback_opens on events
  for each statement execute function note_change('-5');
create function note_feedback_times() returns trigger language plpgsql as $$
begin
  insert into changes (event_id) select -5 from events e
    where e.id = new.event_id and (e.reveal_after_hours is not null or e.feedback_opens = 'WITH_TALK')
    on conflict do nothing;
  return null;
end $$;
create trigger note_feedback_times_of_new after insert on talks
  for each row execute function note_feedback_times();
create trigger note_feedback_times after update of starts_at, duration_minutes on talks
  for each row execute function note_feedback_times();`;

const noteTruncate = (name: string): string => `
create trigger note_truncate after truncate on ${name}
  for each statement execute function note_change('0');`;

/** Responses show `Talk.source`. */
const talkOrigins = `
create function note_talk_origins() returns trigger language plpgsql as $$
begin
  insert into changes (event_id) select distinct event_id from touched on conflict do nothing;
  return null;
end $$;
create trigger note_insert after insert on talk_origins referencing new table as touched
  for each statement execute function note_talk_origins();
create trigger note_update after update on talk_origins referencing new table as touched
  for each statement execute function note_talk_origins();
create trigger note_delete after delete on talk_origins referencing old table as touched
  for each statement execute function note_talk_origins();`;

/** Columns of users that responses show, or that decide what they show. A login changes none of them. */
const shown = [
  ...['username', 'full_name', 'email', 'biography', 'twitter_username', 'random_avatar_hash'],
  ...['is_active', 'is_admin', 'is_trusted'],
];

/** Tables that connect users with the events whose responses show them by joins. Other responses depend on the user. */
const shownBy = ['event_hosts', 'talk_speakers', 'speaker_claims'];

/** Tables whose rows count while the user is active. Triggers that update counters record no changes. */
const countedBy = ['event_attendees', 'talk_stars'];

/** More changes are recorded as a change of everything. */
const MAX_CHANGES = 1_000;

const eventsOf = (name: string, users: string) => `select event_id from ${name} where user_id = any(${users})`;

const whereDiffers = (names: readonly string[]) => `array(
    select id from (
      select id, ${names.join(', ')} from removed except select id, ${names.join(', ')} from added
    ) differing
  )`;

/**
 * Records a changed user by a key of the user, and for the events that they host or speak at; one who becomes active or
 * inactive also for the events that they attend or whose talks they starred. The key of user N in `changes` is -100 - N.
 * Deleting a user changes rows of these tables, whose triggers record their events. Compares rows by `except` because
 * PL/pgSQL caches plans: a join that was planned for one row would compare each row with each other.
 */
const noteUsers = `
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
      ${[...shownBy.map((name) => eventsOf(name, 'changed')), ...countedBy.map((name) => eventsOf(name, 'counted'))].join('\n      union ')}
    ) shown limit ${MAX_CHANGES + 1}
  ) || array(select -100 - u.id from unnest(changed) as u(id));
  insert into changes (event_id)
    select unnest(case when cardinality(keys) > ${MAX_CHANGES} then '{0}' else keys end) on conflict do nothing;
end $$;
create function note_users_update() returns trigger language plpgsql as $$
declare
  changed bigint[] := ${whereDiffers(shown)};
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
  for each statement execute function note_users_delete();`;

export const changeTriggers = [
  table,
  ...Object.entries(ofEvents).flatMap(([name, key]) => directions.map((direction) => noteEvents(name, key, direction))),
  ...[...Object.keys(ofEvents), 'users', 'languages', 'talk_types'].map(noteTruncate),
  ...[keys, talkOrigins, noteUsers],
].join('\n');
