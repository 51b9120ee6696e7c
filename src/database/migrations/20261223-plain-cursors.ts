import { Migration } from '@mikro-orm/migrations';

/**
 * The last position in the log that version 1.0.0 may have handed out: its cursors of changes were not encrypted. It may run
 * beside this version until `until`.
 */
export class Migration20261223PlainCursors extends Migration {
  override up(): void {
    this.addSql(`
create table plain_cursors (
  is_single boolean primary key default true check (is_single),
  epoch bigint not null,
  transaction_id xid8 not null,
  until timestamptz not null
);
insert into plain_cursors (epoch, transaction_id, until)
  select public.event_log_epoch(), pg_snapshot_xmax(pg_current_snapshot()), now() + interval '1 hour';`);
  }
}
