import { Migration } from '@mikro-orm/migrations';

/**
 * What is recorded while an event is not public is for its hosts and site administrators, also after the approval of the
 * event. Otherwise, the approval would publish former titles and rooms of talks, and talks that were deleted before it.
 *
 * The triggers apply to every writer, also of earlier versions. `event.withdrawn` is for those who saw the event before.
 */
export class Migration20261219AudienceOfChanges extends Migration {
  override up(): void {
    this.addSql(trigger);
    this.addSql(narrowRecordedChanges);
    this.addSql(deletedTalks);
  }
}

/**
 * Locks the event as the foreign key of the row does, but before its state is read: an approval or withdrawal that runs
 * concurrently either precedes the row or follows it.
 */
const trigger = `
create function narrow_audience() returns trigger language plpgsql as $$
declare
  is_public boolean;
begin
  select e.is_public into is_public from events e where e.id = new.event_id for key share;
  if not is_public then new.audience := 'hosts'; end if;
  return new;
end $$;
create trigger narrow_audience before insert on event_log for each row
  when (new.event_id is not null and new.audience <> 'hosts' and new.kind <> 'event.withdrawn')
  execute function narrow_audience();`;

/**
 * The rows before each approval, back to the withdrawal before it, and all rows of events that are not public since they
 * were last withdrawn.
 */
const narrowRecordedChanges = `
with decisions as (
  select event_id, kind, epoch, transaction_id, id from event_log where kind in ('event.approved', 'event.withdrawn')
  union all select id, 'event.approved', 9223372036854775807, '18446744073709551615'::xid8, 0 from events where not is_public
),
hidden as (
  select event_id, kind, epoch, transaction_id, id, lag(epoch, 1, 0::bigint) over earlier as from_epoch,
    lag(transaction_id, 1, '0'::xid8) over earlier as from_transaction, lag(id, 1, 0::bigint) over earlier as from_id
  from decisions window earlier as (partition by event_id order by epoch, transaction_id, id)
)
update event_log l set audience = 'hosts' from hidden h
where h.kind = 'event.approved' and l.event_id = h.event_id and l.audience <> 'hosts' and l.kind <> 'event.withdrawn'
  and (l.epoch, l.transaction_id, l.id) < (h.epoch, h.transaction_id, h.id)
  and (l.epoch, l.transaction_id, l.id) > (h.from_epoch, h.from_transaction, h.from_id);`;

/** Of those deleted before, the ones that were deleted after the approval of their event. */
const deletedTalks = `
alter table deleted_talks add column was_public boolean not null default false;
update deleted_talks d set was_public = true from events e
  where e.id = d.event_id and e.is_public and (e.reviewed_at is null or d.deleted_at > e.reviewed_at);
create or replace function keep_deleted_talks() returns trigger language plpgsql as $$
begin
  insert into deleted_talks (id, event_id, guid, guid_is_copied, title, starts_at, duration_minutes, revision, was_public)
    select t.id, t.event_id, t.guid, t.guid_is_copied, t.title, t.starts_at, t.duration_minutes, t.schedule_revision + 1,
      e.is_public
    from removed t join events e on e.id = t.event_id;
  return null;
end $$;`;
