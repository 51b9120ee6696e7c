import { Migration } from '@mikro-orm/migrations';

/**
 * Requests per application, route and day (UTC); the application is null for anonymous requests.
 *
 * No foreign key: the usage of a deleted application is retained, and writing the counts neither fails because of a
 * deletion nor waits for one.
 */
export class Migration20261121Usage extends Migration {
  override up(): void {
    this.addSql(`
create table route_uses (
  day date not null,
  application_id bigint,
  route text not null,
  requests bigint not null check (requests > 0),
  errors bigint not null check (errors between 0 and requests),
  last_used_at timestamptz not null,
  unique nulls not distinct (day, application_id, route)
);`);
  }
}
