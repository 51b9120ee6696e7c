import type pg from 'pg';

/**
 * A counter column and the SQL that recounts it for the row `p` of its table. `shown` adds increments that are still
 * pending.
 */
interface Recount {
  readonly table: string;
  readonly counter: string;
  readonly shown?: string;
  readonly recount: string;
}

const shownByTalk = (counter: string) => `p.${counter} + waiting_of_talk(p.id, '${counter}')`;
const talkRated = 'c.talk_id = p.id and not c.is_hidden and not c.is_private and c.rating > 0 and c.author_counts';
const eventRated = 'c.event_id = p.id and not c.is_hidden and c.rating > 0 and c.author_counts';

const recounts: readonly Recount[] = [
  {
    table: 'events',
    counter: 'attendee_count',
    recount:
      'select count(*) from event_attendees c join users u on u.id = c.user_id where c.event_id = p.id and u.is_active',
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
    shown: 'p.talk_comment_count + waiting_comments_of_event(p.id)',
    recount: 'select count(*) from talk_comments c where c.event_id = p.id and not c.is_hidden and not c.is_private',
  },
  { table: 'events', counter: 'rating_count', recount: `select count(*) from event_comments c where ${eventRated}` },
  {
    table: 'events',
    counter: 'rating_sum',
    recount: `select coalesce(sum(c.rating), 0) from event_comments c where ${eventRated}`,
  },
  { table: 'tracks', counter: 'talk_count', recount: 'select count(*) from talk_tracks c where c.track_id = p.id' },
  {
    table: 'talks',
    counter: 'star_count',
    shown: shownByTalk('star_count'),
    recount:
      'select count(*) from talk_stars c join users u on u.id = c.user_id where c.talk_id = p.id and u.is_active',
  },
  {
    table: 'talks',
    counter: 'comment_count',
    shown: shownByTalk('comment_count'),
    recount: 'select count(*) from talk_comments c where c.talk_id = p.id and not c.is_hidden and not c.is_private',
  },
  {
    table: 'talks',
    counter: 'rating_count',
    shown: shownByTalk('rating_count'),
    recount: `select count(*) from talk_comments c where ${talkRated}`,
  },
  {
    table: 'talks',
    counter: 'rating_sum',
    shown: shownByTalk('rating_sum'),
    recount: `select coalesce(sum(c.rating), 0) from talk_comments c where ${talkRated}`,
  },
];

/** A counter whose stored value differs from a recount. */
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
 * @param onProgress receives each counter before it is recounted
 */
export async function recountCounters(client: pg.ClientBase, onProgress: (what: string) => void): Promise<Drift[]> {
  const drifts: Drift[] = [];
  await client.query('begin transaction isolation level repeatable read, read only');
  try {
    for (const { table, counter, recount, shown = `p.${counter}` } of recounts) {
      onProgress(`${table}.${counter}`);
      const { rows } = await client.query<{ id: string; stored: number; counted: number }>(
        `select * from (select p.id, ${shown} as stored, (${recount})::int as counted from ${table} p) c where stored <> counted`,
      );
      drifts.push(...rows.map((row) => ({ table, counter, ...row })));
    }
  } finally {
    await client.query('rollback');
  }
  return drifts;
}

/** Returns the columns of a table that are counters, whose values can be recounted. */
export const countersOf = (table: string): string[] =>
  recounts.filter((one) => one.table === table).map(({ counter }) => counter);

export const counterCount = recounts.length;

/**
 * Sets the counters of rows that were loaded with the counting triggers disabled and have no pending increments.
 * `offset 0` prevents PostgreSQL from counting twice: once to compare and once to store.
 *
 * @param from the first of their IDs
 */
export async function recomputeCounters(client: pg.ClientBase, table: string, from: string): Promise<void> {
  const ofTable = recounts.filter((one) => one.table === table);
  const columns = (row: string) => ofTable.map(({ counter }) => `${row}.${counter}`).join(', ');
  await client.query(
    `update ${table} r set (${ofTable.map(({ counter }) => counter).join(', ')}) = row(${columns('c')})
      from (select p.id, ${ofTable.map(({ counter, recount }) => `(${recount})::int as ${counter}`).join(', ')}
        from ${table} p where p.id >= $1 offset 0) c
      where r.id = c.id and (${columns('r')}) is distinct from (${columns('c')})`,
    [from],
  );
}
