import { Migration } from '@mikro-orm/migrations';

/**
 * Which mails users want, and feedback that awaits a digest. `feedback_notices`: when a speaker was last mailed about a
 * talk. `pending_feedback` is written with its comment, so that none is lost, and deleted with the digest.
 */
export class Migration20261205NotificationSettings extends Migration {
  override up(): void {
    this.addSql(`
alter table users add column feedback_mails text not null default 'HOURLY';
alter table users add column muted_mails text[] not null default '{}';
create table feedback_notices (
  user_id bigint not null references users on delete cascade,
  talk_id bigint not null references talks on delete cascade,
  mailed_at timestamptz not null,
  primary key (user_id, talk_id)
);
create index feedback_notices_talk_index on feedback_notices (talk_id);
create table pending_feedback (
  user_id bigint not null references users on delete cascade,
  talk_comment_id bigint not null references talk_comments on delete cascade,
  origin text not null,
  due_at timestamptz not null,
  primary key (user_id, talk_comment_id)
);
create index pending_feedback_comment_index on pending_feedback (talk_comment_id);
create index pending_feedback_due_index on pending_feedback (due_at);`);
  }
}
