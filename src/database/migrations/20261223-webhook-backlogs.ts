import { Migration } from '@mikro-orm/migrations';

/**
 * Events with more changes than are dispatched to webhooks at a time: their changes after the position, until the second
 * one, wait for the turn of the event, so that they do not delay the messages of others. An earlier version, which dispatches
 * beside this one, leaves the rows to it.
 */
export class Migration20261223WebhookBacklogs extends Migration {
  override up(): void {
    this.addSql(`
create table webhook_backlogs (
  event_id bigint primary key references events on delete cascade,
  epoch bigint not null,
  transaction_id xid8 not null,
  id bigint not null,
  until_epoch bigint not null,
  until_transaction_id xid8 not null,
  until_id bigint not null,
  served_at timestamptz not null default clock_timestamp()
);`);
  }
}
