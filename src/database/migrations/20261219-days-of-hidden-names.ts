import { Migration } from '@mikro-orm/migrations';

/**
 * `day_zone`: the time zone in which an event rounds times of comments down to the day while it hides all names, which is
 * its zone when it began to hide them. If the days followed its current zone, a host could find the hour of a comment by
 * changing the zone. Triggers fill it, for every version of the service: after the row, because a trigger before updates
 * would make PostgreSQL compute the generated columns of each update, and fire the triggers for changes of these.
 */
export class Migration20261219DaysOfHiddenNames extends Migration {
  override up(): void {
    this.addSql(`
alter table events add column day_zone text;
update events set day_zone = time_zone where feedback_names = 'HIDDEN';
create function keep_day_zone() returns trigger language plpgsql as $$
begin
  update events set day_zone = time_zone where id = new.id;
  return null;
end $$;
create trigger keep_day_zone_of_new after insert on events for each row
  when (new.feedback_names = 'HIDDEN') execute function keep_day_zone();
create trigger keep_day_zone after update of feedback_names on events for each row
  when (new.feedback_names = 'HIDDEN' and old.feedback_names <> 'HIDDEN') execute function keep_day_zone();`);
  }
}
