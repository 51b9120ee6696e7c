/**
 * The expected contents of each list of v2.1, as SQL written from the spec: `$1` is the ID in its path, `$2` whether
 * hidden records are visible.
 */
export interface KnownList {
  /** The path without its trailing slash, and the filter. */
  readonly pattern: RegExp;
  /** The member that contains the records. */
  readonly root: string;
  /** The member that identifies its records, and the SQL expression of its value. */
  readonly key: string;
  readonly sql: string;
}

/** Decisions no. 13: only hosts and site administrators see records that are not public. */
const seen = `(e.status = 'APPROVED' and not e.is_private or $2::boolean)`;
/** PostgreSQL requires that every parameter is used. */
const given = '$1::bigint is null and $2::boolean is not null';
const isPublic = `e.status = 'APPROVED' and not e.is_private and ${given}`;
/** Reported comments are hidden from all, private ones from the public (spec §3, decisions no. 15). */
const said = `not c.is_hidden and (not c.is_private or $2::boolean)`;
const today = `(now() at time zone 'UTC')::date`;

const events = (filter: string, rest: string): KnownList => ({
  pattern: new RegExp(`^/v2\\.1/events${filter}$`),
  ...{ root: 'events', key: 'uri', sql: `select e.id from events e where ${isPublic} ${rest}` },
});
const list = (path: string, root: string, key: string, sql: string): KnownList => ({
  pattern: new RegExp(`^/v2\\.1/${path.replaceAll('#', '\\d+')}$`),
  ...{ root, key, sql },
});

const talks = 'select t.id from talks t join events e on e.id = t.event_id';
const talkComments = 'select c.id from talk_comments c join events e on e.id = c.event_id';
const users = 'select u.id from users u';
const newest = 'order by c.created_at desc, c.id desc';
const latest = 'order by e.starts_at desc, e.id desc';

const listsForAll: readonly KnownList[] = [
  events('', latest),
  events(
    '\\?filter=hot',
    `order by abs((e.starts_at at time zone 'UTC')::date - ${today})
      - ((select count(*) from event_comments c where c.event_id = e.id and not c.is_hidden)
        + (select count(*) from event_attendees a where a.event_id = e.id) + 1) / 5.0, e.id desc`,
  ),
  events('\\?filter=upcoming', 'and e.ends_at >= now() order by e.starts_at, e.id'),
  events('\\?filter=past', `and e.ends_at < now() ${latest}`),
  events(
    '\\?filter=cfp',
    `and coalesce(e.cfp_starts_at <= now(), true) and (e.cfp_ends_at at time zone 'UTC')::date >= ${today}
      order by e.cfp_ends_at, e.id`,
  ),
  list('events/#/talks', 'talks', 'uri', `${talks} where ${seen} and t.event_id = $1 order by t.starts_at, t.id`),
  list(
    ...(['events/#/tracks', 'tracks', 'uri'] as const),
    `select k.id from tracks k join events e on e.id = k.event_id where ${seen} and e.id = $1 order by k.name, k.id`,
  ),
  list(
    ...(['events/#/comments', 'comments', 'comment_uri'] as const),
    `select c.id from event_comments c join events e on e.id = c.event_id
      where ${seen} and e.id = $1 and not c.is_hidden ${newest}`,
  ),
  list(
    'events/#/talk_comments',
    'comments',
    'uri',
    `${talkComments} where ${seen} and ${said} and e.id = $1 ${newest}`,
  ),
  list(
    ...(['events/#/attendees', 'users', 'uri'] as const),
    `${users} join event_attendees a on a.user_id = u.id join events e on e.id = a.event_id
      where ${seen} and u.is_active and e.id = $1 order by u.id`,
  ),
  list(
    ...(['events/#/hosts', 'hosts', 'host_uri'] as const),
    `${users} join event_hosts h on h.user_id = u.id join events e on e.id = h.event_id
      where ${seen} and u.is_active and e.id = $1 order by u.full_name, u.id`,
  ),
  list(
    ...(['talks/#/comments', 'comments', 'uri'] as const),
    `${talkComments} where ${seen} and ${said} and c.talk_id = $1 order by c.created_at, c.id`,
  ),
  list(
    ...(['talks/#/speakers', 'speakers', 'speaker_name'] as const),
    `select coalesce(u.full_name, s.display_name) from talk_speakers s join events e on e.id = s.event_id
      left join users u on u.id = s.user_id and u.is_active where ${seen} and s.talk_id = $1 order by s.id`,
  ),
  list(
    ...(['users/#/talks', 'talks', 'uri'] as const),
    `${talks} join talk_speakers s on s.talk_id = t.id where ${seen} and s.user_id = $1 order by t.starts_at desc, t.id desc`,
  ),
  list(
    ...(['users/#/attended', 'events', 'uri'] as const),
    `select e.id from events e join event_attendees a on a.event_id = e.id where ${seen} and a.user_id = $1 ${latest}`,
  ),
  list(
    ...(['users/#/hosted', 'events', 'uri'] as const),
    `select e.id from events e join event_hosts h on h.event_id = e.id where ${seen} and h.user_id = $1 ${latest}`,
  ),
  list(
    'users/#/talk_comments',
    'comments',
    'uri',
    `${talkComments} where ${seen} and ${said} and c.user_id = $1 ${newest}`,
  ),
];

/** Moderation lists of hosts (contract §3.2, §3.8): others have no link to them. */
export const listsForHosts: readonly KnownList[] = [
  list(
    ...(['events/#/comments/reported', 'reports', 'comment'] as const),
    'select event_comment_id from comment_reports where event_id = $1 and event_comment_id > 0 and $2 order by id',
  ),
  list(
    ...(['events/#/talk_comments/reported', 'reports', 'comment'] as const),
    'select talk_comment_id from comment_reports where event_id = $1 and talk_comment_id > 0 and $2 order by id',
  ),
  list(
    ...(['events/#/claims', 'claims', 'display_name'] as const),
    `select s.display_name from speaker_claims m join talk_speakers s on s.id = m.speaker_id
      where m.event_id = $1 and $2 order by m.id`,
  ),
];

export const knownLists = [...listsForAll, ...listsForHosts];

const below = (table: string, more: string) =>
  `select c.id from ${table} c join events e on e.id = c.event_id where ${seen} and ${given} and ${more} order by c.id`;

/** The records of each kind that have a readable URL; `$1` is null. */
export const knownRecords: Readonly<Record<string, string>> = {
  events: `select e.id from events e where ${seen} and ${given} order by e.id`,
  talks: below('talks', 'true'),
  tracks: below('tracks', 'true'),
  event_comments: below('event_comments', 'not c.is_hidden'),
  talk_comments: below('talk_comments', said),
  users: `select u.id from users u where u.is_active and ${given} order by u.id`,
};
