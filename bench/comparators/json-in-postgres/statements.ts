import { array, average, comments, iso, object, pageMeta, type Members } from './json-sql.js';

/** Each statement returns no row, or one with the column `document`. `origin` is scheme and host of the links. */
export function documentStatements(origin: string) {
  const api = `'${origin}/v2.1'`;
  const event = eventMembers(origin, api);
  const uri = `${api} || '/events/' || e.id`;
  return {
    // $1 limit, $2 offset
    events: `with page as (select * from events where is_public order by starts_at desc, id desc limit $1::int offset $2::int)
      select ${object({
        events: array(eventRecord(event, origin), 'page e', 'e.starts_at desc, e.id desc'),
        meta: pageMeta(`${api} || '/events'`, '(select count(*)::int from page)', 't.total', '$2::int', '$1::int'),
      })}::text as document
      from (select count(*)::int as total from events where is_public) t`,
    // $1 event ID
    event: `select ${object({
      events: `json_build_array(${eventRecord({ ...event, ...verboseMembers(origin, uri) }, origin)})`,
      meta: object({ count: '1', total: '1', this_page: `${uri} || '?verbose=yes&start=0&resultsperpage=20'` }),
    })}::text as document
      from events e where e.id = $1 and e.is_public`,
    // $1 event ID, $2 limit
    talks: `with page as (select * from talks where event_id = $1 order by starts_at, id limit $2::int)
      select ${object({
        talks: array(
          object(talkMembers(origin, api)),
          'page t join talk_types y on y.id = t.talk_type_id',
          't.starts_at, t.id',
        ),
        meta: pageMeta(`${uri} || '/talks'`, '(select count(*)::int from page)', 'e.talk_count', '0', '$2::int'),
      })}::text as document
      from events e where e.id = $1 and e.is_public`,
    // $1 talk ID, $2 limit
    comments: `with page as (
        select * from talk_comments where talk_id = $1 and not is_hidden and not is_private order by created_at, id limit $2::int)
      select ${object({
        comments: array(
          commentRecord(api),
          'page c left join users u on u.id = c.user_id and u.is_active',
          'c.created_at, c.id',
        ),
        meta: pageMeta(
          `${api} || '/talks/' || t.id || '/comments'`,
          '(select count(*)::int from page)',
          't.comment_count',
          '0',
          '$2::int',
        ),
      })}::text as document
      from talks t join events e on e.id = t.event_id where t.id = $1 and e.is_public`,
  };
}

function eventMembers(origin: string, api: string): Members {
  const uri = `${api} || '/events/' || e.id`;
  const images = `(select coalesce(json_object_agg(k.kind, ${object({
    type: 'k.kind',
    url: `case when i.location like 'http%' then i.location else '${origin}/images/' || i.location end`,
    width: 'i.width',
    height: 'i.height',
  })}), '{}') from json_to_recordset(e.images::json) as i(kind text, location text, width int, height int)
    cross join lateral (select case i.kind when 'SMALL' then 'small' else 'orig' end as kind) k)`;
  return {
    name: 'e.name',
    url_friendly_name: 'e.slug',
    start_date: iso('e.starts_at'),
    end_date: iso('e.ends_at'),
    description: 'e.description',
    stub: 'e.stub',
    href: 'e.href',
    tz_continent: `case when e.time_zone like '%/%' then split_part(e.time_zone, '/', 1) else '' end`,
    tz_place: `substr(e.time_zone, strpos(e.time_zone, '/') + 1)`,
    attendee_count: 'e.attendee_count',
    attending: 'false',
    event_average_rating: average('e'),
    event_comments_count: 'e.comment_count',
    tracks_count: 'e.track_count',
    talks_count: 'e.talk_count',
    icon: `coalesce(e.icon, '')`,
    location: 'e.location',
    rejection_reason: 'e.rejection_reason',
    images,
    tags: 'e.tags',
    uri,
    verbose_uri: `${uri} || '?verbose=yes'`,
    comments_uri: `${uri} || '/comments'`,
    talks_uri: `${uri} || '/talks'`,
    tracks_uri: `${uri} || '/tracks'`,
    attending_uri: `${uri} || '/attending'`,
    images_uri: `${uri} || '/images'`,
    hosts_uri: `${uri} || '/hosts'`,
    pending: 'case when e.reviewed_at is null then null else 0 end',
    website_uri: `'${origin}/event/' || e.slug`,
    attendees_uri: `${uri} || '/attendees'`,
  };
}

/** The short link exists only if the event has a stub. */
function eventRecord(members: Members, origin: string): string {
  const linked = { ...members, humane_website_uri: `'${origin}/e/' || e.stub` };
  return `case when e.stub is null then ${object(members)} else ${object(linked)} end`;
}

function verboseMembers(origin: string, uri: string): Members {
  const host = object({ host_name: 'u.full_name', host_uri: `'${origin}/v2.1/users/' || u.id` });
  return {
    latitude: 'e.latitude',
    longitude: 'e.longitude',
    contact_name: 'e.contact_name',
    hashtag: 'e.hashtag',
    comments_enabled: comments('e.starts_at'),
    cfp_start_date: iso('e.cfp_starts_at'),
    cfp_end_date: iso('e.cfp_ends_at'),
    cfp_url: 'e.cfp_url',
    calendar_uri: `'${origin}/feeds/events/' || e.id || '.ics'`,
    talk_comments_count: 'e.talk_comment_count',
    all_talk_comments_uri: `${uri} || '/talk_comments'`,
    hosts: array(
      host,
      'event_hosts h join users u on u.id = h.user_id and u.is_active where h.event_id = e.id',
      'u.full_name, u.id',
    ),
    can_edit: 'false',
  };
}

function talkMembers(origin: string, api: string): Members {
  const uri = `${api} || '/talks/' || t.id`;
  const speaker: Members = { speaker_name: 'coalesce(u.full_name, s.display_name)' };
  const account = { ...speaker, speaker_uri: `${api} || '/users/' || u.id` };
  const track = object({
    track_name: 'k.name',
    track_uri: `${api} || '/tracks/' || k.id`,
    remove_track_uri: `${uri} || '/tracks/' || k.id`,
  });
  return {
    id: 't.id',
    talk_title: 't.title',
    url_friendly_talk_title: 't.slug',
    talk_description: 't.description',
    type: `case y.kind when 'TALK' then 'Talk' when 'SOCIAL_EVENT' then 'Social' when 'KEYNOTE' then 'Keynote'
      when 'WORKSHOP' then 'Workshop' else 'Event related' end`,
    start_date: iso('t.starts_at'),
    duration: 't.duration_minutes',
    stub: 't.stub',
    average_rating: average('t'),
    comments_enabled: comments('t.starts_at'),
    comment_count: 't.comment_count',
    starred: 'false',
    starred_count: 't.star_count',
    speakers: array(
      `case when u.id is null then ${object(speaker)} else ${object(account)} end`,
      'talk_speakers s left join users u on u.id = s.user_id and u.is_active where s.talk_id = t.id',
      's.id',
    ),
    tracks: array(track, 'talk_tracks m join tracks k on k.id = m.track_id where m.talk_id = t.id', 'k.name, k.id'),
    uri,
    verbose_uri: `${uri} || '?verbose=yes'`,
    website_uri: `'${origin}/talk/' || t.stub`,
    starred_uri: `${uri} || '/starred'`,
    tracks_uri: `${uri} || '/tracks'`,
    comments_uri: `${uri} || '/comments'`,
    verbose_comments_uri: `${uri} || '/comments?verbose=yes'`,
    event_uri: `${api} || '/events/' || t.event_id`,
    speakers_uri: `${uri} || '/speakers'`,
  };
}

function commentRecord(api: string): string {
  const uri = `${api} || '/talk_comments/' || c.id`;
  const talk = `${api} || '/talks/' || t.id`;
  const members: Members = {
    rating: 'c.rating',
    comment: 'c.comment',
    user_display_name: `coalesce(u.full_name, '')`,
    username: 'u.username',
    talk_title: 't.title',
    created_date: iso('c.created_at'),
    uri,
    verbose_uri: `${uri} || '?verbose=yes'`,
    talk_uri: talk,
    talk_comments_uri: `${talk} || '/comments'`,
    reported_uri: `${uri} || '/reported'`,
  };
  const signed = { ...members, user_uri: `${api} || '/users/' || u.id` };
  return `case when u.id is null then ${object(members)} else ${object(signed)} end`;
}
