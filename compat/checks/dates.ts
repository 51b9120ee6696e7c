import { DateTime, IANAZone } from 'luxon';
import { compared, type Check, type Sighting } from '../check.js';
import type { Found, Json } from '../document.js';
import type { KindName } from '../kinds/kind.js';
import { typeNamed } from '../value-types.js';
import type { Visit } from '../visit.js';
import { recordsIn } from './found.js';

/** Dates in the time zone of an event, and how to resolve that event. */
const local: readonly (readonly [
  kind: KindName,
  dates: readonly string[],
  leads: (record: Json, visit: Visit) => unknown,
])[] = [
  ['event', ['start_date', 'end_date', 'cfp_start_date', 'cfp_end_date'], ({ uri }) => uri],
  ['talk', ['start_date'], (record) => record['event_uri']],
  ['event comment', ['created_date'], (record) => record['event_uri']],
  ['talk comment', ['created_date'], (record, visit) => recordAt(visit, 'talk', record['talk_uri'])?.['event_uri']],
];

/** Dates in UTC: records without an event, and moderation. */
const universal: readonly (readonly [kind: KindName, dates: readonly string[]])[] = [
  ['token', ['created_date', 'last_used_date']],
  ['client', ['created_date']],
  ['claim', ['date_added']],
  ['report of an event comment', ['reporting_date', 'deciding_date']],
  ['report of a talk comment', ['reporting_date', 'deciding_date']],
];

/** Time zones of dates: contract §1.5. Another check covers malformed dates. */
export const dateChecks: readonly Check[] = [
  {
    sections: '1.5, 7.1.6',
    title: 'dates of events, talks and comments are in the zone of the event',
    needs: 'a record of an event with a zone',
    look: (visit) =>
      local.flatMap(([kind, members, leads]) =>
        recordsIn(visit, kind).flatMap((found) => {
          const zone = zoneOf(recordAt(visit, 'event', leads(found.record, visit)));
          return zone === undefined ? [] : datesIn(found, members, zone);
        }),
      ),
  },
  {
    sections: '1.5',
    title: 'dates of tokens, applications, claims and reports are in UTC',
    needs: 'such a record, which may require a token',
    look: (visit) =>
      universal.flatMap(([kind, members]) => recordsIn(visit, kind).flatMap((found) => datesIn(found, members, 'UTC'))),
  },
];

function datesIn({ url, path, record }: Found, members: readonly string[], zone: string): Sighting[] {
  const dates = members.filter((member) => typeNamed('date').holds(record[member]));
  return dates.map((member) => {
    const right = DateTime.fromISO(String(record[member])).setZone(zone);
    return compared(url, `${path}.${member}`, record[member], right.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"));
  });
}

const recordAt = ({ known }: Visit, kind: KindName, address: unknown): Json | undefined =>
  known(kind).find(({ uri }) => uri === address);

/** Undefined if Node does not support the zone. */
function zoneOf(event: Json | undefined): string | undefined {
  if (!event) return undefined;
  const [continent, place] = [String(event['tz_continent']), String(event['tz_place'])];
  const zone = continent === '' ? place : `${continent}/${place}`;
  return IANAZone.isValidZone(zone) ? zone : undefined;
}
