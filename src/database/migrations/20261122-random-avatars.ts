import { Migration } from '@mikro-orm/migrations';

/**
 * What stands in place of the MD5 of an e-mail address, for whoever does not want it told; null: the MD5 does. Answers of
 * all events show it, so they change with it.
 */
export class Migration20261122RandomAvatars extends Migration {
  override up(): void {
    this.addSql(`
alter table users add column random_avatar_hash text check (random_avatar_hash ~ '^[0-9a-f]{32}$');
create trigger note_avatar_change after update of random_avatar_hash on users
  for each statement execute function note_change('0');`);
  }
}
