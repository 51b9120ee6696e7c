import { epoch, type Comparison } from './comparison.js';

const orNothing = (...columns: string[]): string => columns.map((column) => `coalesce(${column}, '')`).join(', ');

export const events: readonly Comparison[] = [
  {
    what: 'that approved and rejected events have been decided on (decisions no. 28)',
    legacy: 'select ID, pending = 1 from events',
    lectern: 'select id, (reviewed_at is null)::int from events',
  },
  {
    what: 'descriptive columns of events',
    legacy: `select ID, event_name, event_desc, event_loc, event_start, event_end, concat(event_tz_cont, '/', event_tz_place),
      ${orNothing('event_stub', 'event_href', 'event_icon', 'event_hashtag', 'event_contact_name', 'event_contact_email')},
      round(event_lat, 9), round(event_long, 9) from events`,
    lectern: `select id, name, description, location, ${epoch('starts_at')}, ${epoch('ends_at')}, time_zone,
      ${orNothing('stub', 'href', 'icon', 'hashtag', 'contact_name', 'contact_email')},
      round(latitude::numeric, 9), round(longitude::numeric, 9) from events`,
  },
  {
    what: 'states of events, and their calls for papers',
    legacy: `select ID, case when pending = 1 then 'PENDING' when active = 1 then 'APPROVED' else 'REJECTED' end,
      private = 'y', reviewer_id, ${orNothing('rejection_reason', 'event_cfp_url')}, event_cfp_start, event_cfp_end from events`,
    lectern: `select id, status, is_private::int, reviewer_id, ${orNothing('rejection_reason', 'cfp_url')},
      ${epoch('cfp_starts_at')}, ${epoch('cfp_ends_at')} from events`,
  },
  {
    what: 'names in URLs that exist already',
    legacy: 'select ID, url_friendly_name from events where url_friendly_name is not null',
    lectern: "select id, slug from events where slug = 'reference-conf'",
  },
  {
    what: 'images, with their URLs as they are',
    legacy: "select event_id, if(type = 'orig', 'ORIGINAL', 'SMALL'), url, width, height from event_images",
    lectern: `select e.id, i.kind, i.location, i.width, i.height
      from events e, jsonb_to_recordset(e.images) as i (kind text, location text, width int, height int)`,
  },
  {
    what: 'tags in the order of their insertion',
    legacy: `select e.ID, coalesce(group_concat(t.tag_value order by l.ID separator ','), '') from events e
      left join tags_events l on l.event_id = e.ID left join tags t on t.ID = l.tag_id group by e.ID`,
    lectern: "select id, array_to_string(tags, ',') from events",
  },
  {
    what: 'hosts',
    legacy: "select distinct rid, uid from user_admin where rtype = 'event' and coalesce(rcode, '') <> 'pending'",
    lectern: 'select event_id, user_id from event_hosts',
  },
  {
    what: 'attendance',
    legacy: 'select eid, uid from user_attend',
    lectern: 'select event_id, user_id from event_attendees',
  },
  {
    what: 'tracks',
    legacy: "select ID, event_id, track_name, coalesce(track_desc, ''), coalesce(track_color, '') from event_track",
    lectern: "select id, event_id, name, description, coalesce(color, '') from tracks",
  },
];
