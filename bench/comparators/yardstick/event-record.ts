import type { Pool } from 'pg';
import { commentsAreOpen } from '../../../src/core/date/comment-window.js';
import { isoInZone } from '../../../src/core/date/zoned.js';
import { eventMembers, selectEvents, type EventRow } from './event-text.js';
import { text, textOrNull } from './json-text.js';

interface VerboseRow extends EventRow {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly contact_name: string | null;
  readonly hashtag: string | null;
  readonly cfp_starts: number | null;
  readonly cfp_ends: number | null;
  readonly cfp_url: string | null;
  readonly talk_comments: number;
}

const VERBOSE = `, e.latitude, e.longitude, e.contact_name, e.hashtag, date_part('epoch', e.cfp_starts_at) as cfp_starts,
  date_part('epoch', e.cfp_ends_at) as cfp_ends, e.cfp_url`;
const STORED = ', e.talk_comment_count as talk_comments';
const COUNTED = `, (select count(*)::int from talk_comments m
  where m.event_id = e.id and not m.is_hidden and not m.is_private) as talk_comments`;
const HOSTS = {
  name: 'hosts',
  text: `select u.id, u.full_name from users u join event_hosts h on h.user_id = u.id
    where h.event_id = $1 and u.is_active order by u.full_name, u.id`,
};

/** Returns a verbose event; null if it is not public. */
export function createEventRecords(
  pool: Pool,
  origin: string,
  counted: boolean,
): (id: string) => Promise<string | null> {
  const more = VERBOSE + (counted ? COUNTED : STORED);
  const record = {
    name: 'event record',
    text: selectEvents(counted, 'events', 'where e.id = $1 and e.is_public', more),
  };
  return async (id) => {
    const [{ rows: events }, { rows: hosts }] = await Promise.all([
      pool.query<VerboseRow>({ ...record, values: [id] }),
      pool.query<{ id: string; full_name: string }>({ ...HOSTS, values: [id] }),
    ]);
    const event = events[0];
    if (!event) return null;
    const uri = `${origin}/v2.1/events/${id}`;
    const hostTexts = hosts.map(
      (host) => `{"host_name":${text(host.full_name)},"host_uri":"${origin}/v2.1/users/${host.id}"}`,
    );
    const meta = `{"count":1,"total":1,"this_page":"${uri}?verbose=yes&start=0&resultsperpage=20"}`;
    return (
      `{"events":[{${eventMembers(event, origin)},${verboseMembers(event, `${origin}/feeds/events/${id}.ics`)},` +
      `"all_talk_comments_uri":"${uri}/talk_comments","hosts":[${hostTexts.join()}],"can_edit":false}],"meta":${meta}}`
    );
  };
}

function verboseMembers(event: VerboseRow, calendar: string): string {
  const date = (seconds: number | null) => (seconds === null ? 'null' : `"${isoInZone(seconds, event.time_zone)}"`);
  return (
    `"latitude":${event.latitude},"longitude":${event.longitude},"contact_name":${textOrNull(event.contact_name)},` +
    `"hashtag":${textOrNull(event.hashtag)},"comments_enabled":${commentsAreOpen(event.starts, Date.now() / 1000) ? 1 : 0},` +
    `"cfp_start_date":${date(event.cfp_starts)},"cfp_end_date":${date(event.cfp_ends)},` +
    `"cfp_url":${textOrNull(event.cfp_url)},"calendar_uri":"${calendar}","talk_comments_count":${event.talk_comments}`
  );
}
