import { Migration } from '@mikro-orm/migrations';

/**
 * A row of the event log keeps the narrower audience of two times: what is recorded while an event is not public is for
 * its hosts and site administrators, also after the approval of the event. Otherwise, the approval would publish former
 * titles and rooms of talks, and talks that were deleted before it.
 *
 * The trigger applies to every writer, also of earlier versions. `event.withdrawn` is for those who saw the event before.
 */
export class Migration20261219AudienceOfChanges extends Migration {
  override up(): void {
    this.addSql(trigger);
    this.addSql(narrowRecordedChanges);
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
