import { Migration } from '@mikro-orm/migrations';

/** When the account of a registration is deleted, unless it is verified before. Null: never, as for all earlier accounts. */
export class Migration20261223VerificationDeadline extends Migration {
  override up(): void {
    this.addSql('alter table users add column verify_by timestamptz;');
  }
}
