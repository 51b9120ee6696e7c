import { Migration } from '@mikro-orm/migrations';

/** Imported applications may have no name (decisions no. 26). */
export class Migration20261123UnnamedApplications extends Migration {
  override up(): void {
    this.addSql('alter table applications alter column name drop not null;');
  }
}
