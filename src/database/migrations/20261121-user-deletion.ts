import { Migration } from '@mikro-orm/migrations';

/**
 * Detaches a deleted user from comments, talks and events one after the other, also with direct SQL. The foreign keys
 * would do it all at once: the triggers that count ratings run at the end of the statement, and would find neither the
 * speaker nor the author of a rating that was excluded because both were the same user.
 */
export class Migration20261121UserDeletion extends Migration {
  override up(): void {
    this.addSql(`
create function part_with_user() returns trigger language plpgsql as $$
begin
  update talk_comments set user_id = null where user_id = old.id;
  update event_comments set user_id = null, author_name = null where user_id = old.id;
  update talk_speakers set user_id = null where user_id = old.id;
  delete from event_hosts where user_id = old.id;
  return old;
end $$;
create trigger part_with_user before delete on users for each row execute function part_with_user();`);
  }
}
