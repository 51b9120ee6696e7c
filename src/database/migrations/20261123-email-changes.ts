import { Migration } from '@mikro-orm/migrations';

/**
 * New e-mail addresses that await confirmation, at most one per account. The links in the mails are stored as hashes;
 * `authorisation_hash` is null if the current password authorised the change. The cancellation hashes include those of
 * replaced changes, newest first.
 */
export class Migration20261123EmailChanges extends Migration {
  override up(): void {
    this.addSql(`
create table email_changes (
  user_id bigint primary key references users on delete cascade,
  new_email text not null check (length(new_email) <= 200),
  confirmation_hash text not null unique,
  authorisation_hash text unique,
  cancellation_hashes text[] not null check (cardinality(cancellation_hashes) > 0),
  confirmed_at timestamptz,
  authorised_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check (authorisation_hash is not null or authorised_at is not null)
);
create index email_changes_cancellation_index on email_changes using gin (cancellation_hashes);`);
  }
}
