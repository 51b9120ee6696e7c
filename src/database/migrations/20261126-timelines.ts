import { Migration } from '@mikro-orm/migrations';

/**
 * The timelines on which this database has been written to. A replica that has replayed the row of the primary's
 * timeline has followed its promotion, so that positions in the two write-ahead logs are comparable.
 */
export class Migration20261126Timelines extends Migration {
  override up(): void {
    this.addSql('create table timelines (id int primary key);');
  }
}
