import { Migration } from '@mikro-orm/migrations';

/**
 * `talk_speakers.display_name` is the name printed in the programme, which linking an account does not change
 * (decisions no. 46). The trigger keeps it while Lectern 1.0.0 still runs, which overwrites it with the account's.
 */
export class Migration20261214PrintedSpeakerNames extends Migration {
  override up(): void {
    this.addSql(`
create function keep_printed_name() returns trigger language plpgsql as $$
begin
  new.display_name := old.display_name;
  return new;
end $$;
create trigger keep_printed_name before update of user_id on talk_speakers for each row
  when (old.user_id is null and new.user_id is not null) execute function keep_printed_name();`);
  }
}
