import { Migration } from '@mikro-orm/migrations';

/** Lists by name use the ICU root collation (decisions no. 40), regardless of the collation of the database. */
export class Migration20261123NameOrder extends Migration {
  override up(): void {
    this.addSql('drop index users_full_name_index;');
    this.addSql('create index users_full_name_index on users (full_name collate "und-x-icu", id);');
    this.addSql('drop index tracks_event_index;');
    this.addSql('create index tracks_event_index on tracks (event_id, name collate "und-x-icu", id);');
  }
}
