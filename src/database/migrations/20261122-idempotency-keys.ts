import { Migration } from '@mikro-orm/migrations';

/**
 * Requests that were carried out under an `Idempotency-Key`, and what they were answered. A row is written in the
 * transaction of the request's own write: it is there exactly if that was done.
 */
export class Migration20261122IdempotencyKeys extends Migration {
  override up(): void {
    // Without an answer a row is seen by nobody but the transaction that is at work.
    this.addSql(`
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  key text not null,
  fingerprint text not null,
  answer json,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);`);
  }
}
