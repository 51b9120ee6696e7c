import type { Pool } from 'pg';
import { commentsAreOpen } from '../../../src/core/date/comment-window.js';
import { isoInZone } from '../../../src/core/date/zoned.js';
import { pageMeta, text, wholeAverage } from './json-text.js';

interface TalkRow {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly talk_type_id: string;
  readonly starts: number;
  readonly duration_minutes: number;
  readonly stub: string;
  readonly comment_count: number;
  readonly rating_count: number;
  readonly rating_sum: number;
  readonly star_count: number;
}

const EVENT = { name: 'event', text: 'select time_zone, talk_count from events where id = $1 and is_public' };
const COLUMNS = `t.id, t.title, t.slug, t.description, t.talk_type_id, date_part('epoch', t.starts_at) as starts,
  t.duration_minutes, t.stub`;

const STORED = {
  name: 'talks',
  text: `select ${COLUMNS}, t.comment_count, t.rating_count, t.rating_sum, t.star_count
    from talks t where t.event_id = $1 order by t.starts_at, t.id limit $2`,
};

/** Computes the counters by aggregation over the talks of the page. */
const COUNTED = {
  name: 'talks',
  text: `select ${COLUMNS}, c.comment_count, c.rating_count, c.rating_sum, s.star_count
    from (select * from talks where event_id = $1 order by starts_at, id limit $2) t
    cross join lateral (select count(*)::int as star_count from talk_stars where talk_id = t.id) s
    cross join lateral (
      select count(*)::int as comment_count, count(*) filter (where rated)::int as rating_count,
        coalesce(sum(rating) filter (where rated), 0)::int as rating_sum
      from (
        select rating, rating > 0 and user_id is not null and not exists (
          select from talk_speakers s where s.talk_id = m.talk_id and s.user_id = m.user_id) as rated
        from talk_comments m where m.talk_id = t.id and not m.is_hidden and not m.is_private) m) c
    order by t.starts_at, t.id`,
};
const SPEAKERS = {
  name: 'speakers',
  text: `select s.talk_id, coalesce(u.full_name, s.display_name) as name, u.id as user_id
    from talk_speakers s left join users u on u.id = s.user_id and u.is_active
    where s.talk_id = any($1::bigint[]) order by s.id`,
};
const TRACKS = {
  name: 'tracks',
  text: `select m.talk_id, k.id, k.name from talk_tracks m join tracks k on k.id = m.track_id
    where m.talk_id = any($1::bigint[]) order by k.name, k.id`,
};

/** Names of the five talk types, which never change. */
const WORDS: Readonly<Record<string, string>> = {
  TALK: 'Talk',
  SOCIAL_EVENT: 'Social',
  KEYNOTE: 'Keynote',
  WORKSHOP: 'Workshop',
  EVENT_RELATED: 'Event related',
};

/** R2: returns the first page of an event's talks as JSON text; null if the event is not public. */
export async function createTalkPages(
  pool: Pool,
  origin: string,
  counted: boolean,
): Promise<(eventId: string, size: number) => Promise<string | null>> {
  const { rows } = await pool.query<{ id: string; kind: string }>('select id, kind from talk_types');
  const types = new Map(rows.map(({ id, kind }) => [id, WORDS[kind] ?? '']));

  return async (eventId, size) => {
    const [{ rows: events }, { rows: talks }] = await Promise.all([
      pool.query<{ time_zone: string; talk_count: number }>({ ...EVENT, values: [eventId] }),
      pool.query<TalkRow>({ ...(counted ? COUNTED : STORED), values: [eventId, size] }),
    ]);
    const event = events[0];
    if (!event) return null;
    const ids = [talks.map(({ id }) => id)];
    const [speakers, tracks] = await Promise.all([
      pool.query<{ talk_id: string; name: string; user_id: string | null }>({ ...SPEAKERS, values: ids }),
      pool.query<{ talk_id: string; id: string; name: string }>({ ...TRACKS, values: ids }),
    ]);
    const speakersOf = gather(speakers.rows, ({ name, user_id }) =>
      user_id === null
        ? `{"speaker_name":${text(name)}}`
        : `{"speaker_name":${text(name)},"speaker_uri":"${origin}/v2.1/users/${user_id}"}`,
    );
    const tracksOf = gather(tracks.rows, (track) => {
      const remove = `${origin}/v2.1/talks/${track.talk_id}/tracks/${track.id}`;
      const uri = `${origin}/v2.1/tracks/${track.id}`;
      return `{"track_name":${text(track.name)},"track_uri":"${uri}","remove_track_uri":"${remove}"}`;
    });
    const place = { eventUri: `${origin}/v2.1/events/${eventId}`, zone: event.time_zone, now: Date.now() / 1000 };
    let records = '';
    for (const talk of talks) {
      const parts = { speakers: speakersOf.get(talk.id) ?? '', tracks: tracksOf.get(talk.id) ?? '' };
      records += (records && ',') + talkText(talk, types.get(talk.talk_type_id) ?? '', parts, place, origin);
    }
    return `{"talks":[${records}],"meta":${pageMeta(`${place.eventUri}/talks`, talks.length, event.talk_count, 0, size)}}`;
  };
}

/** Serializes the rows of each talk, joined by commas. */
function gather<Row extends { talk_id: string }>(
  rows: readonly Row[],
  write: (row: Row) => string,
): Map<string, string> {
  const texts = new Map<string, string>();
  for (const row of rows) {
    const before = texts.get(row.talk_id);
    texts.set(row.talk_id, before === undefined ? write(row) : `${before},${write(row)}`);
  }
  return texts;
}

function talkText(
  talk: TalkRow,
  type: string,
  { speakers, tracks }: { speakers: string; tracks: string },
  { eventUri, zone, now }: { eventUri: string; zone: string; now: number },
  origin: string,
): string {
  const { id, stub } = talk;
  const uri = `${origin}/v2.1/talks/${id}`;
  return (
    `{"id":${id},"talk_title":${text(talk.title)},"url_friendly_talk_title":${text(talk.slug)},` +
    `"talk_description":${text(talk.description)},"type":"${type}","start_date":"${isoInZone(talk.starts, zone)}",` +
    `"duration":${talk.duration_minutes},"stub":${text(stub)},` +
    `"average_rating":${wholeAverage(talk.rating_sum, talk.rating_count)},` +
    `"comments_enabled":${commentsAreOpen(talk.starts, now) ? 1 : 0},"comment_count":${talk.comment_count},` +
    `"starred":false,"starred_count":${talk.star_count},"speakers":[${speakers}],"tracks":[${tracks}],` +
    `"uri":"${uri}","verbose_uri":"${uri}?verbose=yes","website_uri":"${origin}/talk/${encodeURIComponent(stub)}",` +
    `"starred_uri":"${uri}/starred","tracks_uri":"${uri}/tracks","comments_uri":"${uri}/comments",` +
    `"verbose_comments_uri":"${uri}/comments?verbose=yes","event_uri":"${eventUri}","speakers_uri":"${uri}/speakers"}`
  );
}
