import { Migration } from '@mikro-orm/migrations';
import { recounting } from './20261123-accent-insensitive-search.js';

/**
 * `event_tags`: the public events of each tag by start, so that a page of a common tag reads no more than it shows.
 * Triggers maintain it in the transaction of the change. Rows are found by the former values of their event, so no index
 * by event is necessary. The partial index finds events of over a week, as `events_long_index` does for all tags.
 * Another one finds the few events of over two months, so that a scan of the others starts two months ago.
 */
export class Migration20261125EventTags extends Migration {
  override up(): void {
    this.addSql(repair);
    this.addSql(table);
    this.addSql(triggers);
    this.addSql(filling);
    this.addSql(`
create index events_very_long_index on events (starts_at, id, ends_at)
  where is_public and ends_at - starts_at > interval '60 days';`);
  }
}

/** The ORM stored the text `null` as a null. An update of no rows would also record a change of all lists. */
const repair = `
do $$ begin
  if exists (select from events where array_position(tags, null) is not null) then
    update events set tags = array_replace(tags, null, 'null') where array_position(tags, null) is not null;
  end if;
end $$;`;

const table = `
create table event_tags (
  tag text not null,
  starts_at timestamptz not null,
  event_id bigint not null,
  ends_at timestamptz not null,
  primary key (tag, starts_at, event_id, ends_at)
);
create index event_tags_long_index on event_tags (tag, starts_at, event_id, ends_at)
  where ends_at - starts_at > interval '7 days';`;

const filling = `
insert into event_tags (tag, starts_at, event_id, ends_at)
  select distinct tag, e.starts_at, e.id, e.ends_at from events e cross join unnest(e.tags) as tag
  where e.is_public and tag is not null order by 1, 2, 3;`;

const triggers = `
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

create function forget_event_tags() returns trigger language plpgsql as $$
begin
  delete from event_tags;
  return null;
end $$;
create trigger forget_event_tags after truncate on events for each statement execute function forget_event_tags();

create or replace function recount_events() returns void language plpgsql as $$
begin
  ${recounting}
  delete from event_tags;
  ${filling}
end $$;`;
