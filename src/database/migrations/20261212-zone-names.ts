import { Migration } from '@mikro-orm/migrations';

/** IDs of ICU that Lectern 1.0.0 accepted as time zones, in lower case, and the IANA zones with the same clock. */
const zones: Readonly<Record<string, string>> = {
  ...{ act: 'Australia/Darwin', aet: 'Australia/Sydney', agt: 'America/Argentina/Buenos_Aires', art: 'Africa/Cairo' },
  ...{ ast: 'America/Anchorage', bet: 'America/Sao_Paulo', bst: 'Asia/Dhaka', cat: 'Africa/Maputo' },
  ...{ cnt: 'America/St_Johns', cst: 'America/Chicago', ctt: 'Asia/Shanghai', eat: 'Africa/Nairobi' },
  ...{ ect: 'Europe/Paris', iet: 'America/Indiana/Indianapolis', ist: 'Asia/Kolkata', jst: 'Asia/Tokyo' },
  ...{ mit: 'Pacific/Apia', net: 'Asia/Yerevan', nst: 'Pacific/Auckland', plt: 'Asia/Karachi', pnt: 'America/Phoenix' },
  ...{ prt: 'America/Puerto_Rico', pst: 'America/Los_Angeles', sst: 'Pacific/Guadalcanal', vst: 'Asia/Ho_Chi_Minh' },
  ...{ 'systemv/ast4': 'America/Puerto_Rico', 'systemv/ast4adt': 'America/Halifax', 'systemv/est5': 'America/Panama' },
  ...{ 'systemv/est5edt': 'America/New_York', 'systemv/cst6': 'America/Regina', 'systemv/cst6cdt': 'America/Chicago' },
  ...{ 'systemv/mst7': 'America/Phoenix', 'systemv/mst7mdt': 'America/Denver', 'systemv/pst8': 'Pacific/Pitcairn' },
  ...{ 'systemv/pst8pdt': 'America/Los_Angeles', 'systemv/yst9': 'Pacific/Gambier' },
  ...{ 'systemv/yst9ydt': 'America/Anchorage', 'systemv/hst10': 'Pacific/Honolulu' },
  ...{ 'us/pacific-new': 'America/Los_Angeles', 'canada/east-saskatchewan': 'America/Regina' },
};

/** Names the zones of events by IANA: neither their instants nor their local times change. */
export const renameZones = `
update events set time_zone = z.name
  from (values ${Object.entries(zones)
    .map(([id, name]) => `('${id}', '${name}')`)
    .join(', ')}) as z (id, name)
  where lower(events.time_zone) = z.id;`;

export class Migration20261212ZoneNames extends Migration {
  override up(): void {
    this.addSql(renameZones);
  }
}
