import { Migration } from '@mikro-orm/migrations';

/**
 * `day_zone`: the time zone in which an event rounds times of comments down to the day while it hides all names, which is
 * its zone when it began to hide them. If the days followed its current zone, a host could find the hour of a comment by
 * changing the zone. A trigger fills it, for every version of the service.
 */
export class Migration20261219DaysOfHiddenNames extends Migration {
  override up(): void {
    this.addSql(`
alter table events add column day_zone text;
update events set day_zone = time_zone where feedback_names = 'HIDDEN';
create function keep_day_zone() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.feedback_names <> 'HIDDEN' then new.day_zone := new.time_zone; end if;
  return new;
end $$;
create trigger keep_day_zone before insert or update of feedback_names on events for each row
  when (new.feedback_names = 'HIDDEN') execute function keep_day_zone();`);
  }
}
