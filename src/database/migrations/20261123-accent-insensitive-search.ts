import { Migration } from '@mikro-orm/migrations';
import { countedBy, dayOf, popularityOf } from './20261122-large-collections.js';

/**
 * Search ignores case and accents (decisions no. 24). `unaccent` itself is only STABLE, because it depends on the
 * search path; the schema-qualified wrapper is IMMUTABLE, so generated columns and indexes may use it, and pg_restore
 * can compute them under an empty search path. Lower case is applied last: `unaccent` maps some letters to capitals.
 *
 * Texts are folded on write: folding each row during a search would take most of the time.
 */
export class Migration20261123AccentInsensitiveSearch extends Migration {
  override up(): void {
    this.addSql('create extension if not exists unaccent with schema public;');
    this.addSql(functions);
    this.addSql(columns);
    this.addSql(events);
  }
}

const functions = `
create function public.search_text(text) returns text language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, NFC))) $$;
-- A LIKE pattern for "contains this text". Wildcards are escaped after folding, which maps '％' to '%'. Null, which finds
-- nothing, if folding leaves nothing of the text: an accent that stands alone. Not STRICT, which would prevent inlining.
create function public.search_pattern(text) returns text language sql immutable parallel safe
  as $$ select case when $1 = '' or public.search_text($1) <> ''
    then '%' || regexp_replace(public.search_text($1), '([\\\\%_])', '\\\\\\1', 'g') || '%' end $$;`;

/** No name contains the separator, so a keyword cannot match across two of them. */
const columns = `
alter table talks add column search_title text generated always as (public.search_text(title)) stored;
alter table users add column search_names text generated always as (
  public.search_text(username || chr(31) || full_name || chr(31) || coalesce(twitter_username, ''))) stored;
drop index talks_title_index;
create index talks_search_title_index on talks using gin (search_title gin_trgm_ops);
drop index users_search_index;
create index users_search_names_index on users using gin (search_names gin_trgm_ops);
create index users_search_username_index on users (public.search_text(username));`;

const searched = (event: string) =>
  `${event}.id, ${event}.starts_at, ${event}.ends_at, public.search_text(${event}.name), ${event}.tags`;

/** Fills the tables of derived data about events from the events. */
export const recounting = `delete from event_heat;
  delete from event_search;
  delete from event_counts;
  insert into event_heat (event_id, day, popularity)
    select e.id, ${dayOf('e.starts_at')}, ${popularityOf('e')} from events e where e.is_public order by 2, 3, 1;
  insert into event_search (id, starts_at, ends_at, name, tags)
    select ${searched('e')} from events e where e.is_public order by 1;
  ${countedBy(`select starts_at, 1, 0 from events where is_public union all
    select ends_at, 0, 1 from events where is_public`)}`;

const events = `
create or replace function find_event() returns trigger language plpgsql as $$
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
create or replace function recount_events() returns void language plpgsql as $$
begin
  ${recounting}
end $$;
update event_search s set name = public.search_text(e.name) from events e where e.id = s.id;`;
