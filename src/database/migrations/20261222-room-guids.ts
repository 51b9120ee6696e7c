import { Migration } from '@mikro-orm/migrations';

/**
 * The GUIDs of rooms that were renamed or imported. Those of all others derive from the name of the room and the GUID of
 * the event. Changes invalidate cached responses, which show `Talk.roomGuid`.
 */
export class Migration20261222RoomGuids extends Migration {
  override up(): void {
    this.addSql(`
create table room_guids (
  event_id bigint not null references events on delete cascade,
  room text not null,
  guid uuid not null,
  primary key (event_id, room)
);
create function note_room_guids() returns trigger language plpgsql as $$
begin
  insert into changes (event_id) select distinct event_id from touched on conflict do nothing;
  return null;
end $$;
create trigger note_insert after insert on room_guids referencing new table as touched
  for each statement execute function note_room_guids();
create trigger note_update after update on room_guids referencing new table as touched
  for each statement execute function note_room_guids();
create trigger note_delete after delete on room_guids referencing old table as touched
  for each statement execute function note_room_guids();`);
  }
}
