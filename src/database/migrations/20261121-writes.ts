import { Migration } from '@mikro-orm/migrations';

/** Rate limits shared by all processes, and a flag for comments that no spam check has seen. */
export class Migration20261121Writes extends Migration {
  override up(): void {
    // The columns that rate-limiter-flexible expects.
    this.addSql(`
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_index on rate_limits (expire);`);
    this.addSql(`
alter table event_comments add column is_unchecked boolean not null default false;
alter table talk_comments add column is_unchecked boolean not null default false;`);
  }
}
