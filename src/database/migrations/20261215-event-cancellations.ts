import { Migration } from '@mikro-orm/migrations';
import { dayOf, popularityOf, recounting } from './baseline/event-lists.js';

/**
 * Events that do not take place (`cancelled_at`), and events that were approved and are hidden again (`withdrawn_at`).
 *
 * A cancelled event stays public, but is not among the hot ones: `event_heat` omits it, and `event_counts.cancelled`
 * counts how many of `starts` it omits. A change moves the entries of the event and its talks in calendars.
 *
 * A withdrawn event has the status `REJECTED`, so that everything that hides a rejected event hides it too, in every
 * version of the service.
 *
 * The log has no event for the deletion of an event: `record_id` is its ID.
 */
export class Migration20261215EventCancellations extends Migration {
  override up(): void {
    this.addSql(columns);
    this.addSql(counting);
    this.addSql(heat);
    this.addSql(calendars);
    this.addSql(deletions);
    this.addSql(`
create trigger note_list_2_cancelled after update of cancelled_at on events
  for each statement execute function note_change('-2');`);
  }
}

/** The comments of a talk and of an event, visible or not: both foreign keys delete them. */
const deletions = `
create index talk_comments_parents_index on talk_comments (event_id, talk_id);
create index event_comments_parents_index on event_comments (event_id);`;

const columns = `
alter table events add column cancelled_at timestamptz;
alter table events add column withdrawn_at timestamptz;
alter table event_counts add column cancelled integer not null default 0;
alter table event_log alter column event_id drop not null;`;

/** Adds counts to `event_counts`, in a fixed order, as `countedBy` does. */
const countedBy = (moments: string) => `
  insert into event_counts as c (unit, period, starts, ends, cancelled)
    select unit, date_trunc(unit, m.moment at time zone 'UTC')::date, sum(m.starts), sum(m.ends), sum(m.cancelled)
    from (${moments}) as m (moment, starts, ends, cancelled) cross join unnest(array['day', 'month']) as unit
    group by 1, 2 having sum(m.starts) <> 0 or sum(m.ends) <> 0 or sum(m.cancelled) <> 0 order by 1, 2
    on conflict (unit, period) do update set starts = c.starts + excluded.starts, ends = c.ends + excluded.ends,
      cancelled = c.cancelled + excluded.cancelled;`;

const isCancelled = (event: string) => `(${event}.is_public and ${event}.cancelled_at is not null)`;
const isHot = (event: string) => `(${event}.is_public and ${event}.cancelled_at is null)`;

const counting = `
create or replace function count_event() returns trigger language plpgsql as $$
begin
  ${countedBy(`select moment, starts, ends, cancelled from (values
    (old.is_public, old.starts_at, -1, 0, 0), (old.is_public, old.ends_at, 0, -1, 0),
    (new.is_public, new.starts_at, 1, 0, 0), (new.is_public, new.ends_at, 0, 1, 0),
    (${isCancelled('old')}, old.starts_at, 0, 0, -1), (${isCancelled('new')}, new.starts_at, 0, 0, 1)
  ) as v (counts, moment, starts, ends, cancelled) where counts`)}
  return null;
end $$;
create or replace trigger count_changed_event after update of starts_at, ends_at, status, is_private, cancelled_at on events
  for each row
  when ((old.is_public, old.starts_at, old.ends_at, old.cancelled_at is null)
    is distinct from (new.is_public, new.starts_at, new.ends_at, new.cancelled_at is null))
  execute function count_event();

create or replace function recount_events() returns void language plpgsql as $$
begin
  ${recounting}
  delete from event_tags;
  insert into event_tags (tag, starts_at, event_id, ends_at)
    select distinct tag, e.starts_at, e.id, e.ends_at from events e cross join unnest(e.tags) as tag
    where e.is_public and tag is not null order by 1, 2, 3;
  delete from event_heat h using events e where e.id = h.event_id and e.cancelled_at is not null;
  ${countedBy(`select starts_at, 0, 0, 1 from events e where ${isCancelled('e')}`)}
end $$;`;

const heat = `
create or replace function heat_event() returns trigger language plpgsql as $$
begin
  if ${isHot('new')} then
    insert into event_heat (event_id, day, popularity) values (new.id, ${dayOf('new.starts_at')}, ${popularityOf('new')})
      on conflict (event_id) do update set day = excluded.day, popularity = excluded.popularity;
  else
    delete from event_heat where event_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger heat_changed_event
  after update of starts_at, status, is_private, cancelled_at, comment_count, attendee_count on events
  for each row
  when ((${isHot('old')}, ${dayOf('old.starts_at')}, ${popularityOf('old')})
    is distinct from (${isHot('new')}, ${dayOf('new.starts_at')}, ${popularityOf('new')}))
  execute function heat_event();`;

/** As for a change of the location (`baseline/schedules.ts`). */
const calendars = `
create function revise_cancelled_event() returns trigger language plpgsql as $$
begin
  update events set changed_at = greatest(changed_at, now()), schedule_revision = schedule_revision + 1 where id = new.id;
  return null;
end $$;
create trigger revise_cancelled after update of cancelled_at on events
  for each row when (old.cancelled_at is distinct from new.cancelled_at) execute function revise_cancelled_event();
create trigger revise_cancelled_talks after update of cancelled_at on events
  for each row when (old.cancelled_at is distinct from new.cancelled_at) execute function revise_talks_of_event();`;
