import { Migration } from '@mikro-orm/migrations';

/** The source of each imported event, so that none is imported twice. */
export class Migration20261121EventImports extends Migration {
  override up(): void {
    this.addSql(`
create table event_imports (
  event_id bigint primary key references events on delete cascade,
  source text not null unique,
  imported_at timestamptz not null default now()
);`);
  }
}
