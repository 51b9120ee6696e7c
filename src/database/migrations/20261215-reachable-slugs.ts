import { Migration } from '@mikro-orm/migrations';

/** URLs omit the segments `.` and `..`: the page of an event with such a slug could not be reached. */
export class Migration20261215ReachableSlugs extends Migration {
  override up(): void {
    this.addSql(`
do $$ begin
  if exists (select from events where slug in ('.', '..')) then
    update events set slug = 'dot-' || id where slug in ('.', '..');
  end if;
end $$;`);
  }
}
