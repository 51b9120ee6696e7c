import type pg from 'pg';
import type { Acknowledged, Kind, World } from './random-world.js';

/** Partially executed writes: each statement finds inconsistent records. */
const halves: Readonly<Record<string, string>> = {
  'events without a host': `select e.id from events e where not exists (select from event_hosts h where h.event_id = e.id)`,
  'reviewed events without a date': `select id from events where (status = 'REJECTED') and reviewed_at is null`,
  'claims of a linked name': `select c.id from speaker_claims c join talk_speakers s on s.id = c.speaker_id
    where s.user_id is not null`,
  'claims that await neither side': 'select id from speaker_claims where claimed_at is null and assigned_at is null',
  'comments on events that are hidden without a report, or reported and visible': `select c.id from event_comments c
    where c.is_hidden <> exists (select from comment_reports r
      where r.event_comment_id = c.id and (r.decision is null or r.decision = 'UPHELD'))`,
  'comments on talks that are hidden without a report, or reported and visible': `select c.id from talk_comments c
    where c.is_hidden <> exists (select from comment_reports r
      where r.talk_comment_id = c.id and (r.decision is null or r.decision = 'UPHELD'))`,
  'ratings of one talk by one user': `select min(id) as id from talk_comments
    where rating > 0 and user_id is not null group by talk_id, user_id having count(*) > 1`,
  'ratings of one event by one user': `select min(id) as id from event_comments
    where rating > 0 and user_id is not null group by event_id, user_id having count(*) > 1`,
  'registered accounts without a link that verifies them': `select id from users
    where password_hash is not null and not exists (select from account_tokens t where t.user_id = users.id)`,
  'applications without an owner': 'select id from applications where user_id is null',
  'jobs that failed': `select id from pgboss.job where state = 'failed'`,
};

/** IDs of inconsistent records by kind of inconsistency; empty if all are consistent. */
export async function halfDone(pool: pg.Pool): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [wrong, statement] of Object.entries(halves)) {
    const { rows } = await pool.query<{ id: string }>(statement);
    if (rows.length > 0) found[wrong] = rows.map(({ id }) => id);
  }
  return found;
}

/** The stored facts, as pairs of key and value, for each kind of acknowledged write. */
const facts: Readonly<Record<Kind, string>> = {
  application: `select id::text as key, '' as value from applications`,
  attendance: `select event_id || ' ' || user_id as key, '' as value from event_attendees`,
  event: `select id::text as key, '' as value from events`,
  eventComment: 'select id::text as key, comment as value from event_comments',
  link: `select id::text as key, '' as value from talk_links`,
  star: `select talk_id || ' ' || user_id as key, '' as value from talk_stars`,
  talk: `select id::text as key, '' as value from talks`,
  talkComment: 'select id::text as key, comment as value from talk_comments',
  track: `select id::text as key, '' as value from tracks`,
  user: `select id::text as key, '' as value from users`,
};

/** Acknowledged facts that are missing, and the number of checked ones. */
export async function lost(pool: pg.Pool, world: World): Promise<{ lost: Acknowledged[]; looked: number }> {
  const kept = [...world.acknowledged.values()].filter(({ under }) => !under.some((word) => world.doomed.has(word)));
  const missing: Acknowledged[] = [];
  for (const [kind, statement] of Object.entries(facts)) {
    const { rows } = await pool.query<{ key: string; value: string }>(statement);
    const stored = new Map(rows.map(({ key, value }) => [key, value]));
    const ofKind = kept.filter((one) => one.kind === kind);
    missing.push(...ofKind.filter(({ key, value }) => (stored.get(key) ?? null) !== value));
  }
  return { lost: missing, looked: kept.length };
}

/** The image files that events reference. */
export async function imageNames(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ location: string }>(
    `select image ->> 'location' as location from events, jsonb_array_elements(images) image
      union select icon from events where icon is not null`,
  );
  return rows.map(({ location }) => location);
}
