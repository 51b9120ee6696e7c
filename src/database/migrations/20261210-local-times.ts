import { Migration } from '@mikro-orm/migrations';

/** The local times of each table, and what they are of. */
const events = {
  times: ['starts_at', 'ends_at', 'cfp_starts_at', 'cfp_ends_at'],
  locals: ['starts_local', 'ends_local', 'cfp_starts_local', 'cfp_ends_local'],
} as const;

const list = (table: string, columns: readonly string[]) => columns.map((name) => `${table}.${name}`).join(', ');
const differs = (columns: readonly string[]) => `(${list('old', columns)}) is distinct from (${list('new', columns)})`;
const forget = (columns: readonly string[]) => columns.map((name) => `${name} = null`).join(', ');

/** Until the service has derived when a call for papers closes: the end of its last day in UTC. */
const provisional = (row: string) =>
  `date_trunc('day', ${row}.cfp_ends_at at time zone 'UTC') at time zone 'UTC' + interval '1 day'`;

/**
 * The local times that were typed, beside the instants, and in `zone_rules` the version of the zone rules that relate
 * them. PostgreSQL never interprets the name of a zone, because its rules may have another version: the service derives
 * local times, and `cfp_closes_at`, which PostgreSQL computed before. `local_midnight` is unused but by 1.0.0.
 *
 * Null in `zone_rules`: to be derived by the service. 1.0.0 leaves it null in new rows. After it has changed an instant
 * or the zone, triggers set the local times, which are no longer those of the instants, to null; they fire after the
 * update, for the reason that `baseline/schedules.ts` gives. A change of the zone of an event keeps the instants of its
 * talks: their local times are derived again.
 *
 * The indexes find rows whose rules are older than those of the service, and that are not yet past.
 */
export class Migration20261210LocalTimes extends Migration {
  override up(): void {
    this.addSql(`
alter table events ${events.locals.map((name) => `add column ${name} timestamp`).join(', ')},
  add column zone_rules text collate "C";
alter table talks add column starts_local timestamp, add column zone_rules text collate "C";
alter table events alter column cfp_closes_at drop expression;
drop function public.call_closes_at(timestamptz, text);
create index events_zone_rules_index on events (zone_rules, (greatest(${events.times.join(', ')})));
create index talks_zone_rules_index on talks (zone_rules, starts_at);

create function provide_call_end() returns trigger language plpgsql as $$
begin
  new.cfp_closes_at := ${provisional('new')};
  return new;
end $$;
create trigger provide_call_end before insert on events for each row
  when (new.cfp_ends_at is not null and new.cfp_closes_at is null) execute function provide_call_end();

create function forget_local_times_of_event() returns trigger language plpgsql as $$
begin
  update events e set ${forget(events.locals)}, zone_rules = null,
      cfp_closes_at = case when ${differs(['cfp_ends_at'])} then ${provisional('new')} else e.cfp_closes_at end
    where e.id = new.id;
  return null;
end $$;
create trigger forget_local_times after update of ${events.times.join(', ')}, time_zone on events for each row
  when (${differs([...events.times, 'time_zone'])} and not ${differs([...events.locals, 'zone_rules'])})
  execute function forget_local_times_of_event();

create function forget_local_times_of_talks() returns trigger language plpgsql as $$
begin
  update talks set starts_local = null, zone_rules = null where event_id = new.id and zone_rules is not null;
  return null;
end $$;
create trigger forget_local_times_of_talks after update of time_zone on events for each row
  when (${differs(['time_zone'])}) execute function forget_local_times_of_talks();

create function forget_local_time_of_talk() returns trigger language plpgsql as $$
begin
  update talks set starts_local = null, zone_rules = null where id = new.id;
  return null;
end $$;
create trigger forget_local_time after update of starts_at on talks for each row
  when (${differs(['starts_at'])} and not ${differs(['starts_local', 'zone_rules'])})
  execute function forget_local_time_of_talk();`);
  }
}
