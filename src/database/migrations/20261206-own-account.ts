import { Migration } from '@mikro-orm/migrations';

/** Requests of users about their own accounts: deletion, and links to a file with all data about them. */
export class Migration20261206OwnAccount extends Migration {
  override up(): void {
    this.addSql(`
alter table users add column deletion_at timestamptz;
create index users_deletion_index on users (deletion_at) where deletion_at is not null;
create table account_exports (
  user_id bigint primary key references users on delete cascade,
  secret_hash text not null unique,
  expires_at timestamptz not null
);`);
  }
}
