import { Migration } from '@mikro-orm/migrations';

/**
 * Replaces the MD5 of the e-mail address for users who do not want it disclosed; null: the MD5 is used. Responses of
 * all events contain it, so a change invalidates them.
 */
export class Migration20261122RandomAvatars extends Migration {
  override up(): void {
    this.addSql(`
alter table users add column random_avatar_hash text check (random_avatar_hash ~ '^[0-9a-f]{32}$');
create trigger note_avatar_change after update of random_avatar_hash on users
  for each statement execute function note_change('0');`);
  }
}
