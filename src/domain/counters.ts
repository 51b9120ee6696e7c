import type pg from 'pg';

/** Each counter column and what it counts, as SQL about the row `p` of its table. */
const talkRated = `c.talk_id = p.id and not c.is_hidden and not c.is_private and c.rating > 0 and c.user_id is not null
  and not exists (select from talk_speakers s where s.talk_id = c.talk_id and s.user_id = c.user_id)`;
const eventRated = `c.event_id = p.id and not c.is_hidden and c.rating > 0 and c.user_id is not null
  and not exists (select from event_hosts h where h.event_id = c.event_id and h.user_id = c.user_id)`;

const recounts: readonly { table: string; counter: string; recount: string }[] = [
  {
    table: 'events',
    counter: 'attendee_count',
    recount: 'select count(*) from event_attendees c where c.event_id = p.id',
  },
  { table: 'events', counter: 'track_count', recount: 'select count(*) from tracks c where c.event_id = p.id' },
  { table: 'events', counter: 'talk_count', recount: 'select count(*) from talks c where c.event_id = p.id' },
  {
    table: 'events',
    counter: 'comment_count',
    recount: 'select count(*) from event_comments c where c.event_id = p.id and not c.is_hidden',
  },
  {
    table: 'events',
    counter: 'talk_comment_count',
    recount: 'select count(*) from talk_comments c where c.event_id = p.id and not c.is_hidden and not c.is_private',
  },
  { table: 'events', counter: 'rating_count', recount: `select count(*) from event_comments c where ${eventRated}` },
  {
    table: 'events',
    counter: 'rating_sum',
    recount: `select coalesce(sum(c.rating), 0) from event_comments c where ${eventRated}`,
  },
  { table: 'tracks', counter: 'talk_count', recount: 'select count(*) from talk_tracks c where c.track_id = p.id' },
  { table: 'talks', counter: 'star_count', recount: 'select count(*) from talk_stars c where c.talk_id = p.id' },
  {
    table: 'talks',
    counter: 'comment_count',
    recount: 'select count(*) from talk_comments c where c.talk_id = p.id and not c.is_hidden and not c.is_private',
  },
  { table: 'talks', counter: 'rating_count', recount: `select count(*) from talk_comments c where ${talkRated}` },
  {
    table: 'talks',
    counter: 'rating_sum',
    recount: `select coalesce(sum(c.rating), 0) from talk_comments c where ${talkRated}`,
  },
];

/** A counter that says something else than a recount. */
export interface Drift {
  readonly table: string;
  readonly counter: string;
  readonly id: string;
  readonly stored: number;
  readonly counted: number;
}

/**
 * Recounts every counter of the database in one snapshot.
 *
 * @param tell is called with each counter before it is recounted
 */
export async function recountCounters(client: pg.ClientBase, tell: (what: string) => void): Promise<Drift[]> {
  const drifts: Drift[] = [];
  await client.query('begin transaction isolation level repeatable read, read only');
  try {
    for (const { table, counter, recount } of recounts) {
      tell(`${table}.${counter}`);
      const { rows } = await client.query<{ id: string; stored: number; counted: number }>(
        `select * from (select p.id, p.${counter} as stored, (${recount})::int as counted from ${table} p) c where stored <> counted`,
      );
      drifts.push(...rows.map((row) => ({ table, counter, ...row })));
    }
  } finally {
    await client.query('rollback');
  }
  return drifts;
}

/** How many counters there are to recount. */
export const counterCount = recounts.length;
