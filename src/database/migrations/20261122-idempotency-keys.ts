import { Migration } from '@mikro-orm/migrations';

/**
 * Requests executed under an `Idempotency-Key`, with their responses. A row is written in the transaction of the write
 * itself, so it exists if and only if the write was committed.
 */
export class Migration20261122IdempotencyKeys extends Migration {
  override up(): void {
    // `answer` is null only within the transaction in progress, so no other transaction sees such a row.
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
