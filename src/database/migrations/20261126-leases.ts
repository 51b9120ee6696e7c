import { Migration } from '@mikro-orm/migrations';

/** Work that one process of the installation does at a time, its holder, and when another one may take it over. */
export class Migration20261126Leases extends Migration {
  override up(): void {
    this.addSql(`
create table leases (
  task text primary key,
  holder uuid not null,
  expires_at timestamptz not null
);`);
  }
}
