import { Migration } from '@mikro-orm/migrations';

/** Which column of its CSV files an event has mapped to which field, by source: the next import reads them in the same way. */
export class Migration20261224ScheduleColumns extends Migration {
  override up(): void {
    this.addSql(`
create table schedule_columns (
  event_id bigint not null references events on delete cascade,
  source text not null,
  columns jsonb not null,
  primary key (event_id, source)
);`);
  }
}
