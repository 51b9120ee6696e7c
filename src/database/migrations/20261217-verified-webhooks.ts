import { Migration } from '@mikro-orm/migrations';

/**
 * A webhook receives messages only if its receiver has responded to a `ping` with 2xx: `verified_url` equals `url`, so that
 * another URL is unverified, also one that an earlier version stores. `pinged_url` is the URL to which the service has sent
 * a ping of its own accord. Webhooks with a successful delivery, of which 7 days are stored, count as verified.
 *
 * Deliveries that are held wait for the turn of their owner, or for the verification of their webhook. The times of those
 * that are `is_day_only` are rounded down to the day.
 *
 * `webhook_allowances`: when a bucket of requests is full again; `key` is an owner or a receiving host.
 */
export class Migration20261217VerifiedWebhooks extends Migration {
  override up(): void {
    this.addSql(`
alter table webhooks add column verified_url text;
alter table webhooks add column verified_at timestamptz;
alter table webhooks add column verification_error text;
alter table webhooks add column pinged_url text;
alter table webhook_deliveries add column is_held boolean not null default false;
alter table webhook_deliveries add column is_day_only boolean not null default false;
create table webhook_allowances (key text primary key, full_at timestamptz not null);
update webhooks w set verified_url = w.url, pinged_url = w.url, verified_at = d.at
  from (select webhook_id, max(delivered_at) as at from webhook_deliveries where delivered_at is not null group by 1) d
  where d.webhook_id = w.id;
create index webhooks_unverified_index on webhooks (id)
  where disabled_at is null and pinged_url is distinct from url and verified_url is distinct from url;
create index webhook_deliveries_held_index on webhook_deliveries (webhook_id, created_at, id)
  where is_held and next_attempt_at is not null;
create index webhook_deliveries_listed_index on webhook_deliveries (webhook_id, created_at, id);`);
  }
}
