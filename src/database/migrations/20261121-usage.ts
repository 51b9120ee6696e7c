import { Migration } from '@mikro-orm/migrations';

/**
 * How often each application used each route on each day, in UTC; no application for anonymous requests.
 *
 * No foreign key: what an application did stays known when it is deleted, and writing the counts neither fails because of
 * that nor waits for it.
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
