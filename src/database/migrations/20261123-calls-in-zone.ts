import { Migration } from '@mikro-orm/migrations';

/**
 * A call for papers is open until midnight after its last day, in the zone of its event (decisions no. 41). An
 * unknown zone counts as UTC, as in responses.
 *
 * `cfp_closes_at` is a key column of the index, so recently closed calls are skipped without reading their rows.
 *
 * Zones get the spelling of the IANA database, which ignores case (decisions no. 40).
 */
export class Migration20261123CallsInZone extends Migration {
  override up(): void {
    this.addSql(`
create function public.call_closes_at(timestamptz, text) returns timestamptz language plpgsql immutable strict as $$
begin
  return (date_trunc('day', $1 at time zone $2) + interval '1 day') at time zone $2;
exception when invalid_parameter_value then
  return (date_trunc('day', $1 at time zone 'UTC') + interval '1 day') at time zone 'UTC';
end $$;`);
    this.addSql(`
update events e set time_zone = z.name from pg_timezone_names z
  where lower(z.name) = lower(e.time_zone) and z.name <> e.time_zone;`);
    this.addSql(`
alter table events add column cfp_closes_at timestamptz
  generated always as (public.call_closes_at(cfp_ends_at, time_zone)) stored;`);
    this.addSql('drop index events_cfp_index;');
    this.addSql(`
create index events_cfp_index on events (cfp_ends_at, id, cfp_closes_at) include (cfp_starts_at)
  where is_public and cfp_ends_at is not null;`);
  }
}
