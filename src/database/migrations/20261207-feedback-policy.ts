import { Migration } from '@mikro-orm/migrations';
import { ratedEvent, ratedTalk } from './20261120-initial-counters.js';

/** Columns of both kinds of comments. */
const commentTables = ['event_comments', 'talk_comments'];

/**
 * Used only for events with a policy. `feedback_author_count`: the number of authors with a comment on a talk, including
 * private and reported ones. Several comments by one author do not reveal the results, and a report does not withhold
 * them again. A comment with a hidden name counts as one author: otherwise, a host would learn by changing the threshold
 * whether its author has other comments. `sees_results`: whether a user has rated the talk, speaks at it or hosts the event; if ratings are off, a
 * comment counts as a rating. `is_author_disclosed`: a disclosure is valid only while its host hosts the event, and
 * neither speaks at nor claims the talk.
 */
const functions = `
create function public.feedback_author_count(talk bigint, event bigint) returns int language plpgsql stable as $$
begin
  return (select count(distinct case when a.is_name_hidden then -a.id else coalesce(a.user_id, -a.id) end) from (
    select m.user_id, m.id, m.is_name_hidden from talk_comments m where m.talk_id = talk and not m.is_hidden
    union all select m.user_id, m.id, m.is_name_hidden from talk_comments m
      where m.event_id = event and m.talk_id = talk and m.is_hidden) a);
end $$;
create function public.sees_results(talk bigint, event bigint, viewer bigint) returns boolean
  language plpgsql stable as $$
begin
  return exists (select from talk_comments m join events e on e.id = event
      where m.talk_id = talk and m.user_id = viewer and (m.rating > 0 or e.feedback_ratings = 'OFF'))
    or exists (select from talk_speakers s where s.talk_id = talk and s.user_id = viewer)
    or exists (select from event_hosts h where h.event_id = event and h.user_id = viewer);
end $$;
create function public.is_author_disclosed(
  event bigint, event_comment bigint, talk_comment bigint, talk bigint, viewer bigint
) returns boolean language plpgsql stable as $$
begin
  return exists (select from author_disclosures d where d.host_id = viewer
      and (d.event_comment_id = event_comment or d.talk_comment_id = talk_comment))
    and exists (select from event_hosts h where h.event_id = event and h.user_id = viewer)
    and not exists (select from talk_speakers s where s.talk_id = talk and s.user_id = viewer)
    and not exists (select from speaker_claims m where m.talk_id = talk and m.user_id = viewer);
end $$;`;

/**
 * Redefines the functions of the counters, so that a rating with a hidden name counts for any author. Otherwise the
 * counters would change when the author becomes a host or a speaker or deletes the account, which would identify the
 * author: a host could make each attendee a host for a moment.
 */
const countHiddenNames = [ratedTalk, ratedEvent]
  .map((rated) => {
    const ofAuthor = rated.slice(rated.indexOf('c.user_id is not null'));
    return `
do $do$
declare
  definition text;
begin
  for definition in select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and strpos(prosrc, $of$${ofAuthor}$of$) > 0
  loop
    execute replace(definition, $of$${ofAuthor}$of$, $of$(c.is_name_hidden or ${ofAuthor})$of$);
  end loop;
end $do$;`;
  })
  .join('');

/**
 * The feedback policy of events. A comment stores the policy of names at its time of writing, and whether it hides the
 * name: no later policy makes it less private. `created_at` of such a comment is midnight, so that neither its place in
 * lists nor their cursors reveal when it was written; `posted_at` is the exact time, for the edit window and rate
 * limits.
 *
 * Earlier texts of edited comments are deleted with the account of the author.
 *
 * Key -5 in `changes`: times at which results are revealed or feedback opens have changed, except by deletions, after
 * which a cached response only expires too early.
 */
export class Migration20261207FeedbackPolicy extends Migration {
  override up(): void {
    this.addSql(`
create function public.local_midnight(timestamptz, text) returns timestamptz language plpgsql stable strict as $$
begin
  return date_trunc('day', $1 at time zone $2) at time zone $2;
exception when invalid_parameter_value then
  return date_trunc('day', $1 at time zone 'UTC') at time zone 'UTC';
end $$;
create function public.fair_low(n1 bigint, n2 bigint, n3 bigint, n4 bigint, n5 bigint) returns float8
  language sql immutable parallel safe as $$
  select fair - 1.65 * sqrt((squares - fair * fair) / (total + 1)) from (
    select total,
      (n1 + 1 + 2 * (n2 + 1) + 3 * (n3 + 1) + 4 * (n4 + 1) + 5 * (n5 + 1)) / total as fair,
      (n1 + 1 + 4 * (n2 + 1) + 9 * (n3 + 1) + 16 * (n4 + 1) + 25 * (n5 + 1)) / total as squares
    from (select (n1 + n2 + n3 + n4 + n5 + 5)::float8 as total) t) f
$$;
alter table events
  add column feedback_names text not null default 'PUBLIC' check (feedback_names in ('PUBLIC', 'OPTIONAL', 'HIDDEN')),
  add column feedback_ratings text not null default 'ON' check (feedback_ratings in ('ON', 'OFF')),
  add column reveal_after_comments int check (reveal_after_comments > 0),
  add column reveal_after_hours int check (reveal_after_hours >= 0),
  add column feedback_opens text not null default 'ON_DAY' check (feedback_opens in ('ON_DAY', 'WITH_TALK'));
create index events_feedback_times_index on events (id)
  where reveal_after_hours is not null or feedback_opens = 'WITH_TALK';
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
  for each row execute function note_feedback_times();`);
    for (const table of commentTables) {
      this.addSql(`
alter table ${table}
  add column names_policy text not null default 'PUBLIC' check (names_policy in ('PUBLIC', 'OPTIONAL', 'HIDDEN')),
  add column is_name_hidden boolean not null default false,
  add column posted_at timestamptz;
create index ${table}_reported_index on ${table} (event_id, created_at, id) where is_hidden;`);
    }
    this.addSql(`
create table comment_versions (
  id bigint generated by default as identity primary key,
  event_id bigint not null references events on delete cascade,
  event_comment_id bigint references event_comments on delete cascade,
  talk_comment_id bigint references talk_comments on delete cascade,
  comment text not null,
  replaced_at timestamptz not null,
  check (num_nonnulls(event_comment_id, talk_comment_id) = 1)
);
create index comment_versions_event_index on comment_versions (event_id);
create index comment_versions_event_comment_index on comment_versions (event_comment_id, id)
  where event_comment_id is not null;
create index comment_versions_talk_comment_index on comment_versions (talk_comment_id, id)
  where talk_comment_id is not null;

create table author_disclosures (
  id bigint generated by default as identity primary key,
  event_id bigint not null references events on delete cascade,
  event_comment_id bigint references event_comments on delete cascade,
  talk_comment_id bigint references talk_comments on delete cascade,
  host_id bigint references users on delete set null,
  reason text not null,
  disclosed_at timestamptz not null,
  check (num_nonnulls(event_comment_id, talk_comment_id) = 1)
);
create unique index author_disclosures_event_comment_key on author_disclosures (event_comment_id, host_id)
  where event_comment_id is not null and host_id is not null;
create unique index author_disclosures_talk_comment_key on author_disclosures (talk_comment_id, host_id)
  where talk_comment_id is not null and host_id is not null;
create index author_disclosures_host_index on author_disclosures (host_id);
create index author_disclosures_event_index on author_disclosures (event_id);

create table shared_feedback (
  id bigint generated by default as identity primary key,
  event_id bigint not null references events on delete cascade,
  talk_id bigint not null references talks on delete cascade,
  user_id bigint not null references users on delete cascade,
  secret_hash text not null unique,
  comment_ids bigint[],
  includes_ratings boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index shared_feedback_talk_index on shared_feedback (talk_id);
create index shared_feedback_user_index on shared_feedback (user_id);
create index shared_feedback_event_index on shared_feedback (event_id);`);
    this.addSql(functions);
    this.addSql(countHiddenNames);
    this.addSql(`
create or replace function part_with_user() returns trigger language plpgsql as $$
begin
  delete from comment_versions where talk_comment_id in (select id from talk_comments where user_id = old.id)
    or event_comment_id in (select id from event_comments where user_id = old.id);
  update talk_comments set user_id = null where user_id = old.id;
  update event_comments set user_id = null, author_name = null where user_id = old.id;
  update talk_speakers set user_id = null where user_id = old.id;
  delete from event_hosts where user_id = old.id;
  return old;
end $$;`);
  }
}
