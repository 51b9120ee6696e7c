import { Migration } from '@mikro-orm/migrations';

/** Identifies the `SECRET_KEY` that encrypts the stored secrets, by an HMAC. At most one row. */
export class Migration20261123SecretKeyCheck extends Migration {
  override up(): void {
    this.addSql(`
create table secret_key_check (
  id boolean primary key default true check (id),
  hmac text not null
);`);
  }
}
