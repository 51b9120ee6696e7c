/**
 * Tables that keep the cost of event lists independent of the number of events. Triggers maintain them in the
 * transaction of the change, for public events only:
 *
 * - `event_heat`: popularity of each event on its own day; separate from `events`, so that attendance and comments do
 *   not update every index of `events`;
 * - `event_search`: folded names, tags and dates; narrow enough for fast full scans;
 * - `event_counts`: events that start and end in each month and on each day (UTC), so that no read counts a million
 *   rows. Counts are updated in place, so the fill factor reserves half of each page;
 * - `event_tags`: the events of each tag by start, so that a page of a common tag reads no more than it shows. Rows are
 *   found by the former values of their event, so no index by event is necessary.
 */
const tables = `
create table event_heat (
  event_id bigint primary key references events on delete cascade,
  day date not null,
  popularity integer not null
);
create index event_heat_day_index on event_heat (day, popularity, event_id);
create index event_heat_popularity_index on event_heat (popularity);
create table event_search (
  id bigint primary key references events on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  name text not null,
  tags text[] not null
);
create index event_search_name_index on event_search using gin (name gin_trgm_ops);
create index event_search_tags_index on event_search using gin (tags);
create index event_search_start_index on event_search (starts_at, id);
create table event_counts (
  unit text not null check (unit in ('day', 'month')),
  period date not null,
  starts integer not null,
  ends integer not null,
  primary key (unit, period)
) with (fillfactor = 50);
create table event_tags (
  tag text not null,
  starts_at timestamptz not null,
  event_id bigint not null,
  ends_at timestamptz not null,
  primary key (tag, starts_at, event_id, ends_at)
);
create index event_tags_long_index on event_tags (tag, starts_at, event_id, ends_at)
  where ends_at - starts_at > interval '7 days';`;

/** Day in UTC, the unit of `hot` (contract §4.3). */
export const dayOf = (moment: string) => `(${moment} at time zone 'UTC')::date`;
/** Popularity of an event (contract §4.3). */
export const popularityOf = (event: string) => `${event}.comment_count + ${event}.attendee_count + 1`;

const searched = (event: string) =>
  `${event}.id, ${event}.starts_at, ${event}.ends_at, public.search_text(${event}.name), ${event}.tags`;

/** Touches rows in a fixed order, so that concurrent transactions wait for each other but do not deadlock. */
const countedBy = (moments: string) => `
  insert into event_counts as c (unit, period, starts, ends)
    select unit, date_trunc(unit, m.moment at time zone 'UTC')::date, sum(m.starts), sum(m.ends)
    from (${moments}) as m (moment, starts, ends) cross join unnest(array['day', 'month']) as unit
    group by 1, 2 having sum(m.starts) <> 0 or sum(m.ends) <> 0 order by 1, 2
    on conflict (unit, period) do update set starts = c.starts + excluded.starts, ends = c.ends + excluded.ends;`;

/** Fills the tables from the events, except for `event_tags`. */
export const recounting = `delete from event_heat;
  delete from event_search;
  delete from event_counts;
  insert into event_heat (event_id, day, popularity)
    select e.id, ${dayOf('e.starts_at')}, ${popularityOf('e')} from events e where e.is_public order by 2, 3, 1;
  insert into event_search (id, starts_at, ends_at, name, tags)
    select ${searched('e')} from events e where e.is_public order by 1;
  ${countedBy(`select starts_at, 1, 0 from events where is_public union all
    select ends_at, 0, 1 from events where is_public`)}`;

const taggedEvents = `
insert into event_tags (tag, starts_at, event_id, ends_at)
  select distinct tag, e.starts_at, e.id, e.ends_at from events e cross join unnest(e.tags) as tag
  where e.is_public and tag is not null order by 1, 2, 3;`;

const triggers = `
create function count_event() returns trigger language plpgsql as $$
begin
  ${countedBy(`select moment, starts, ends from (values
    (old.is_public, old.starts_at, -1, 0), (old.is_public, old.ends_at, 0, -1),
    (new.is_public, new.starts_at, 1, 0), (new.is_public, new.ends_at, 0, 1)
  ) as v (counts, moment, starts, ends) where counts`)}
  return null;
end $$;
create trigger count_event after insert or delete on events for each row execute function count_event();
create trigger count_changed_event after update of starts_at, ends_at, status, is_private on events for each row
  when ((old.is_public, old.starts_at, old.ends_at) is distinct from (new.is_public, new.starts_at, new.ends_at))
  execute function count_event();

create function heat_event() returns trigger language plpgsql as $$
begin
  if new.is_public then
    insert into event_heat (event_id, day, popularity) values (new.id, ${dayOf('new.starts_at')}, ${popularityOf('new')})
      on conflict (event_id) do update set day = excluded.day, popularity = excluded.popularity;
  else
    delete from event_heat where event_id = new.id;
  end if;
  return null;
end $$;
create trigger heat_event after insert on events for each row execute function heat_event();
create trigger heat_changed_event after update of starts_at, status, is_private, comment_count, attendee_count on events
  for each row
  when ((old.is_public, ${dayOf('old.starts_at')}, ${popularityOf('old')})
    is distinct from (new.is_public, ${dayOf('new.starts_at')}, ${popularityOf('new')}))
  execute function heat_event();

create function find_event() returns trigger language plpgsql as $$
begin
  if new.is_public then
    insert into event_search as s (id, starts_at, ends_at, name, tags) values (${searched('new')})
      on conflict (id) do update set (starts_at, ends_at, name, tags) =
        (excluded.starts_at, excluded.ends_at, excluded.name, excluded.tags);
  else
    delete from event_search where id = new.id;
  end if;
  return null;
end $$;
create trigger find_event after insert on events for each row execute function find_event();
create trigger find_changed_event after update of name, tags, starts_at, ends_at, status, is_private on events for each row
  when ((old.is_public, old.starts_at, old.ends_at, old.name, old.tags)
    is distinct from (new.is_public, new.starts_at, new.ends_at, new.name, new.tags))
  execute function find_event();

create function tag_event() returns trigger language plpgsql as $$
begin
  if old.is_public then
    delete from event_tags where tag = any(old.tags) and starts_at = old.starts_at and event_id = old.id;
  end if;
  if new.is_public then
    insert into event_tags (tag, starts_at, event_id, ends_at)
      select distinct tag, new.starts_at, new.id, new.ends_at from unnest(new.tags) as tag where tag is not null;
  end if;
  return null;
end $$;
create trigger tag_event after insert or delete on events for each row execute function tag_event();
create trigger tag_changed_event after update of tags, starts_at, ends_at, status, is_private on events for each row
  when ((old.is_public, old.starts_at, old.ends_at, old.tags)
    is distinct from (new.is_public, new.starts_at, new.ends_at, new.tags))
  execute function tag_event();

create function forget_event_counts() returns trigger language plpgsql as $$
begin
  delete from event_counts;
  return null;
end $$;
create trigger forget_event_counts after truncate on events for each statement execute function forget_event_counts();
create function forget_event_tags() returns trigger language plpgsql as $$
begin
  delete from event_tags;
  return null;
end $$;
create trigger forget_event_tags after truncate on events for each statement execute function forget_event_tags();

-- For bulk loads with disabled triggers.
create function recount_events() returns void language plpgsql as $$
begin
  ${recounting}
  delete from event_tags;
  ${taggedEvents}
end $$;`;

export const eventLists = tables + triggers;
