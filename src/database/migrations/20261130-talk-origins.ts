import { Migration } from '@mikro-orm/migrations';

/**
 * Which talk of which source a talk is, and the values last received from that source: the base of the three-way merge
 * of `import schedule`. Changes invalidate cached responses, which show `Talk.source`.
 */
export class Migration20261130TalkOrigins extends Migration {
  override up(): void {
    this.addSql(`
create table talk_origins (
  event_id bigint not null references events on delete cascade,
  source text not null,
  foreign_id text not null,
  talk_id bigint not null references talks on delete cascade,
  seen jsonb not null,
  imported_at timestamptz not null default now(),
  primary key (event_id, source, foreign_id)
);
create index talk_origins_talk_index on talk_origins (talk_id);
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
  for each statement execute function note_talk_origins();`);
  }
}
