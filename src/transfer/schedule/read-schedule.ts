import { domainError } from '../../core/errors.js';
import { digestedSql, digestValues } from './plain-text.js';
import type { StoredLanguage, StoredSchedule, StoredTalk, Origin } from './stored-schedule.js';

/** Runs SQL in the transaction of the import. */
export type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Lists without a value are empty, so each is aggregated on its own. */
const TALKS = `
select t.id::text, t.guid::text, t.slug, t.title, ${digestedSql('t.description', '$2', '$3')} as description, date_part('epoch', t.starts_at) as "startsAt",
  t.duration_minutes as "durationMinutes", y.kind as type, t.language_id::text as "languageId", t.room,
  coalesce(k.tracks, '[]') as tracks, coalesce(s.speakers, '[]') as speakers, coalesce(l.links, '[]') as links
from talks t
join talk_types y on y.id = t.talk_type_id
left join (
  select a.talk_id, json_agg(json_build_object('id', k.id::text, 'name', k.name) order by k.name, k.id) as tracks
  from talk_tracks a join tracks k on k.id = a.track_id where a.event_id = $1 group by a.talk_id
) k on k.talk_id = t.id
left join (
  select s.talk_id, json_agg(json_build_object('id', s.id::text, 'name', s.display_name,
      'accountName', case when u.is_active then u.full_name end,
      'isClaimed', s.user_id is not null or exists (select from speaker_claims c where c.speaker_id = s.id))
    order by s.id) as speakers
  from talk_speakers s left join users u on u.id = s.user_id where s.event_id = $1 group by s.talk_id
) s on s.talk_id = t.id
left join (
  select talk_id, json_agg(json_build_object('id', id::text, 'kind', kind, 'url', url) order by id) as links
  from talk_links where event_id = $1 group by talk_id
) l on l.talk_id = t.id
where t.event_id = $1 order by t.id`;

const EVENT = `select name, date_part('epoch', starts_at) as "startsAt", date_part('epoch', ends_at) as "endsAt",
    time_zone as "timeZone"
  from events where id = $1`;

/**
 * Reads everything that an import compares, in five statements: digests of descriptions in place of their texts.
 *
 * @param source name of the source, such as `csv`
 */
export async function readSchedule(query: Query, eventId: string, source: string): Promise<StoredSchedule> {
  const [event] = await query<Pick<StoredSchedule, 'name' | 'startsAt' | 'endsAt' | 'timeZone'>>(EVENT, [eventId]);
  if (!event) throw domainError('NOT_FOUND', 'EVENT_UNKNOWN');
  const talks = await query<StoredTalk>(TALKS, [eventId, ...digestValues]);
  const tracks = await query<{ id: string; name: string }>(
    'select id::text, name from tracks where event_id = $1 order by id',
    [eventId],
  );
  const origins = await query<Origin>(
    `select foreign_id as "foreignId", talk_id::text as "talkId", case when jsonb_typeof(seen->'description') = 'string'
        then seen || jsonb_build_object('description', ${digestedSql("seen->>'description'", '$3', '$4')}) else seen end as seen
      from talk_origins where event_id = $1 and source = $2`,
    [eventId, source, ...digestValues],
  );
  const languages = await query<StoredLanguage>('select id::text, name, code from languages order by id');
  return { ...event, talks, tracks, origins, languages };
}
