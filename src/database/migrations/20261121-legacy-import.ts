import { Migration } from '@mikro-orm/migrations';

/**
 * Progress of the import of a legacy database: one import per database, step by step, with the figures of its report.
 */
export class Migration20261121LegacyImport extends Migration {
  override up(): void {
    this.addSql(`
create table legacy_import (
  is_the_only_one boolean primary key default true check (is_the_only_one),
  source text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create table legacy_import_steps (
  name text primary key,
  last_key bigint not null,
  read bigint not null,
  repaired bigint not null,
  skipped bigint not null,
  reasons jsonb not null
);`);
  }
}
