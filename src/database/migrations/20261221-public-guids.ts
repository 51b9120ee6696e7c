import { Migration } from '@mikro-orm/migrations';

/** Another public event has a talk with the GUID of the talk `t`. */
const isTaken = `exists (select from talks o join events e on e.id = o.event_id
      where o.guid = t.guid and o.event_id <> t.event_id and e.is_public)`;

/**
 * Which talks have another UID in calendars than their GUID (`guid_is_copied`): only talks of public events count, so that
 * the UID discloses no hidden event, and a hidden event takes no GUID from a public one. Talks of an event that becomes
 * public are compared then. Once copied, a talk keeps its UID for ever.
 */
export class Migration20261221PublicGuids extends Migration {
  override up(): void {
    this.addSql(`
create or replace function place_new_talks() returns trigger language plpgsql as $$
begin
  update talks t set guid_is_copied = true from added a where t.id = a.id and ${isTaken};
  with returned as (
    delete from deleted_talks d using added a where d.event_id = a.event_id and d.guid = a.guid
      returning a.id, d.revision, d.guid_is_copied
  )
  update talks t set schedule_revision = r.revision + 1, guid_is_copied = r.guid_is_copied or t.guid_is_copied
    from returned r where t.id = r.id;
  return null;
end $$;
create function place_published_talks() returns trigger language plpgsql as $$
begin
  update talks t set guid_is_copied = true where t.event_id = new.id and not t.guid_is_copied and ${isTaken};
  return null;
end $$;
create trigger place_published after update of status, is_private on events
  for each row when (new.is_public and not old.is_public) execute function place_published_talks();`);
  }
}
