import { Migration } from '@mikro-orm/migrations';

/** The time at which the author last edited a comment on an event: reports of an earlier version do not count. */
export class Migration20261204EditedEventComments extends Migration {
  override up(): void {
    this.addSql('alter table event_comments add column edited_at timestamptz;');
  }
}
