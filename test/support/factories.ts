import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { withLocalStart, withLocalTimes } from '../../src/core/date/local-times.js';
import { hashToken, newToken } from '../../src/core/common/bearer-token.js';

/** Rows for tests: each factory has defaults for all columns, and returns the new row's ID. */

type Row = Record<string, unknown>;

let serial = 0;
/** A value that no other row of this process has. */
export const unique = (): string => `${(serial += 1)}${randomBytes(3).toString('hex')}`;

async function insert(pool: pg.Pool, table: string, row: Row): Promise<Row> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const { rows } = await pool.query<Row>(
    `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  );
  return rows[0] ?? {};
}

const idOf = async (inserted: Promise<Row>): Promise<string> => String((await inserted)['id']);

export function createUser(pool: pg.Pool, row: Row = {}): Promise<string> {
  const name = unique();
  return idOf(
    insert(pool, 'users', { username: `user${name}`, full_name: `User ${name}`, email: `${name}@example.org`, ...row }),
  );
}

/** A bearer token of the user. */
export async function createToken(pool: pg.Pool, userId: string, row: Row = {}): Promise<string> {
  const token = newToken();
  await insert(pool, 'access_tokens', { user_id: userId, token_hash: hashToken(token), ...row });
  return token;
}

/** A grant with the scope `read` that is valid for a day. */
export const createGrant = (pool: pg.Pool, userId: string, applicationId: string): Promise<string> =>
  idOf(
    insert(pool, 'grants', {
      ...{ user_id: userId, application_id: applicationId, scopes: ['read'] },
      ...{ created_at: new Date(), expires_at: new Date(Date.now() + 86_400_000) },
    }),
  );

/**
 * An application without an owner, not first-party; `consumer_secret_encrypted` can be decrypted only if the test has
 * encrypted it.
 */
export function createApplication(pool: pg.Pool, row: Row = {}): Promise<string> {
  const name = unique();
  const credentials = { consumer_key: `key${name}`, consumer_secret_encrypted: 'v1.none' };
  return idOf(insert(pool, 'applications', { name: `Application ${name}`, ...credentials, ...row }));
}

/** An approved public event of one day, in Amsterdam, starting at 09:00 local time on 1 June 2026. */
export function createEvent(pool: pg.Pool, row: Row = {}): Promise<string> {
  const name = unique();
  const event = {
    name: `Event ${name}`,
    slug: `event-${name}`,
    description: 'About the event',
    location: 'Amsterdam',
    starts_at: '2026-06-01T09:00:00+02:00',
    ends_at: '2026-06-01T18:00:00+02:00',
    time_zone: 'Europe/Amsterdam',
    status: 'APPROVED',
    ...row,
  };
  return idOf(insert(pool, 'events', withLocalTimes(event)));
}

export async function createHost(pool: pg.Pool, eventId: string, userId: string): Promise<void> {
  await insert(pool, 'event_hosts', { event_id: eventId, user_id: userId });
}

export async function createAttendee(pool: pg.Pool, eventId: string, userId: string): Promise<void> {
  await insert(pool, 'event_attendees', { event_id: eventId, user_id: userId });
}

export function createTrack(pool: pg.Pool, eventId: string, row: Row = {}): Promise<string> {
  return idOf(insert(pool, 'tracks', { event_id: eventId, name: `Track ${unique()}`, ...row }));
}

/** A talk of half an hour in English (UK), at 10:00 on the day of `createEvent`. */
export async function createTalk(pool: pg.Pool, eventId: string, row: Row = {}): Promise<string> {
  const name = unique();
  const { rows } = await pool.query<{ zone: string }>('select time_zone as zone from events where id = $1', [eventId]);
  const talk = {
    event_id: eventId,
    title: `Talk ${name}`,
    slug: `talk-${name}`,
    description: 'About the talk',
    talk_type_id: 1,
    language_id: 2,
    starts_at: '2026-06-01T10:00:00+02:00',
    duration_minutes: 30,
    stub: name,
    ...row,
  };
  return idOf(insert(pool, 'talks', withLocalStart(talk, rows[0]?.zone ?? 'UTC')));
}

export async function putOnTrack(pool: pg.Pool, eventId: string, talkId: string, trackId: string): Promise<void> {
  await insert(pool, 'talk_tracks', { event_id: eventId, talk_id: talkId, track_id: trackId });
}

export function createSpeaker(pool: pg.Pool, eventId: string, talkId: string, row: Row = {}): Promise<string> {
  return idOf(insert(pool, 'talk_speakers', { event_id: eventId, talk_id: talkId, display_name: 'A Speaker', ...row }));
}

export function createLink(pool: pg.Pool, eventId: string, talkId: string, row: Row = {}): Promise<string> {
  const link = { event_id: eventId, talk_id: talkId, kind: 'SLIDES', url: 'https://example.org/slides' };
  return idOf(insert(pool, 'talk_links', { ...link, ...row }));
}

/** Shared feedback on a talk, which does not expire. */
export const createShare = (pool: pg.Pool, eventId: string, talkId: string, userId: string): Promise<string> =>
  idOf(
    insert(pool, 'shared_feedback', {
      ...{ event_id: eventId, talk_id: talkId, user_id: userId, secret_hash: hashToken(unique()) },
      ...{ includes_ratings: true, created_at: new Date() },
    }),
  );

/** A webhook of the event for new comments on talks. */
export const createWebhook = (pool: pg.Pool, eventId: string, userId: string): Promise<string> =>
  idOf(
    insert(pool, 'webhooks', {
      ...{ event_id: eventId, user_id: userId, url: 'https://hooks.example/', kinds: ['talk_comment.created'] },
      ...{ description: '', origin: 'https://api.example.org', secret: unique() },
      ...{ start_epoch: 0, start_snapshot: '1:1:' },
    }),
  );

/** A message that was delivered. */
export const createDelivery = (pool: pg.Pool, webhookId: string): Promise<string> =>
  idOf(
    insert(pool, 'webhook_deliveries', {
      ...{ webhook_id: webhookId, message_id: `msg_${unique()}`, type: 'ping', body: '{}' },
      ...{ attempts: 1, status: 204, delivered_at: new Date() },
    }),
  );

export async function createStar(pool: pg.Pool, eventId: string, talkId: string, userId: string): Promise<void> {
  await insert(pool, 'talk_stars', { event_id: eventId, talk_id: talkId, user_id: userId });
}

/** A comment on the event; anonymous unless `user_id` is given. */
export function createEventComment(pool: pg.Pool, eventId: string, row: Row = {}): Promise<string> {
  return idOf(insert(pool, 'event_comments', { event_id: eventId, comment: `Comment ${unique()}`, rating: 4, ...row }));
}

/** A comment on the talk; anonymous unless `user_id` is given. */
export function createTalkComment(pool: pg.Pool, eventId: string, talkId: string, row: Row = {}): Promise<string> {
  const comment = { event_id: eventId, talk_id: talkId, comment: `Comment ${unique()}`, rating: 4 };
  return idOf(insert(pool, 'talk_comments', { ...comment, ...row }));
}

/** A report of a comment; requires `event_comment_id` or `talk_comment_id`. Hiding the comment is up to the caller. */
export function createReport(pool: pg.Pool, eventId: string, row: Row): Promise<string> {
  return idOf(insert(pool, 'comment_reports', { event_id: eventId, ...row }));
}

/** A claim that awaits a host; with `assigned_at` instead of `claimed_at` one that awaits the speaker. */
export function createClaim(
  pool: pg.Pool,
  eventId: string,
  talkId: string,
  speakerId: string,
  userId: string,
  row: Row = { claimed_at: '2026-05-01T00:00:00Z' },
): Promise<string> {
  const claim = { event_id: eventId, talk_id: talkId, speaker_id: speakerId, user_id: userId };
  return idOf(insert(pool, 'speaker_claims', { ...claim, ...row }));
}
