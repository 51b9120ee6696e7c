import { isoInZone } from '../../../src/core/date/zoned.js';
import { text, textOrNull, wholeAverage } from './json-text.js';

export interface EventRow {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly location: string;
  readonly starts: number;
  readonly ends: number;
  readonly time_zone: string;
  readonly stub: string | null;
  readonly href: string | null;
  readonly icon: string | null;
  readonly decided: boolean;
  readonly rejection_reason: string | null;
  /** A JSON array, serialized by PostgreSQL. */
  readonly tags: string;
  readonly images: readonly { kind: 'ORIGINAL' | 'SMALL'; location: string; width: number; height: number }[];
  readonly attendees: number;
  readonly comments: number;
  readonly rating_count: number;
  readonly rating_sum: number;
  readonly tracks: number;
  readonly talks: number;
}

const COLUMNS = `e.id, e.name, e.slug, e.description, e.location, date_part('epoch', e.starts_at) as starts,
  date_part('epoch', e.ends_at) as ends, e.time_zone, e.stub, e.href, e.icon, e.reviewed_at is not null as decided,
  e.rejection_reason, array_to_json(e.tags)::text as tags, e.images`;

const STORED = `${COLUMNS}, e.attendee_count as attendees, e.comment_count as comments, e.rating_count, e.rating_sum,
  e.track_count as tracks, e.talk_count as talks`;

/** Computes the counters by aggregation over the events. Tags and images are only stored in the row. */
const COUNTERS = `
  cross join lateral (select count(*)::int as attendees from event_attendees where event_id = e.id) a
  cross join lateral (select count(*)::int as tracks from tracks where event_id = e.id) k
  cross join lateral (select count(*)::int as talks from talks where event_id = e.id) t
  cross join lateral (
    select count(*)::int as comments, count(*) filter (where rated)::int as rating_count,
      coalesce(sum(rating) filter (where rated), 0)::int as rating_sum
    from (
      select rating, rating > 0 and user_id is not null and not exists (
        select from event_hosts h where h.event_id = m.event_id and h.user_id = m.user_id) as rated
      from event_comments m where m.event_id = e.id and not m.is_hidden) m) c`;

/**
 * Builds a statement that reads events as `e` with their counters.
 *
 * @param rows a subquery in parentheses, or the name of the table
 * @param more additional columns of `e`
 */
export function selectEvents(counted: boolean, rows: string, rest: string, more = ''): string {
  return counted
    ? `select ${COLUMNS}, a.attendees, c.comments, c.rating_count, c.rating_sum, k.tracks, t.talks ${more}
        from ${rows} e ${COUNTERS} ${rest}`
    : `select ${STORED} ${more} from ${rows} e ${rest}`;
}

/** Serializes the members of an event without the surrounding braces. */
export function eventMembers(event: EventRow, origin: string): string {
  const { id, slug, stub, time_zone: zone } = event;
  const uri = `${origin}/v2.1/events/${id}`;
  const slash = zone.indexOf('/');
  const quicklink = stub === null ? '' : `,"humane_website_uri":"${origin}/e/${encodeURIComponent(stub)}"`;
  return (
    `"name":${text(event.name)},"url_friendly_name":${text(slug)},"start_date":"${isoInZone(event.starts, zone)}",` +
    `"end_date":"${isoInZone(event.ends, zone)}","description":${text(event.description)},"stub":${textOrNull(stub)},` +
    `"href":${textOrNull(event.href)},"tz_continent":"${slash === -1 ? '' : zone.slice(0, slash)}",` +
    `"tz_place":"${zone.slice(slash + 1)}","attendee_count":${event.attendees},"attending":false,` +
    `"event_average_rating":${wholeAverage(event.rating_sum, event.rating_count)},` +
    `"event_comments_count":${event.comments},"tracks_count":${event.tracks},"talks_count":${event.talks},` +
    `"icon":${text(event.icon ?? '')},"location":${text(event.location)},` +
    `"rejection_reason":${textOrNull(event.rejection_reason)},"images":${imagesText(event, origin)},` +
    `"tags":${event.tags},"uri":"${uri}","verbose_uri":"${uri}?verbose=yes","comments_uri":"${uri}/comments",` +
    `"talks_uri":"${uri}/talks","tracks_uri":"${uri}/tracks","attending_uri":"${uri}/attending",` +
    `"images_uri":"${uri}/images","hosts_uri":"${uri}/hosts","pending":${event.decided ? 0 : null},` +
    `"website_uri":"${origin}/event/${encodeURIComponent(slug)}"${quicklink},"attendees_uri":"${uri}/attendees"`
  );
}

function imagesText({ images }: EventRow, origin: string): string {
  let members = '';
  for (const { kind, location, width, height } of images) {
    const type = kind === 'SMALL' ? 'small' : 'orig';
    const url = location.startsWith('http') ? location : `${origin}/images/${location}`;
    members += `${members && ','}"${type}":{"type":"${type}","url":${text(url)},"width":${width},"height":${height}}`;
  }
  return `{${members}}`;
}
