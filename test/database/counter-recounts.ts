import type pg from 'pg';

/** A stored counter, and its recount for a row `p` of its table. Deliberately independent of the triggers. */
interface Counter {
  readonly table: 'events' | 'tracks' | 'talks';
  readonly column: string;
  /** Pending counts of the row. */
  readonly waiting?: string;
  readonly recount: string;
}

/** Follows the roles of authors whose names are shown; stored for others. */
const counts = (isRated: string) => `case when c.is_name_hidden
  or (select e.feedback_names from events e where e.id = c.event_id) = 'HIDDEN' then c.author_counts else ${isRated} end`;
const ratedTalk = `select c.rating from talk_comments c where c.talk_id = p.id and c.rating > 0 and not c.is_hidden
  and not c.is_private and ${counts(`c.user_id is not null
  and not exists (select from talk_speakers s where s.talk_id = p.id and s.user_id = c.user_id)`)}`;
const ratedEvent = `select c.rating from event_comments c where c.event_id = p.id and c.rating > 0 and not c.is_hidden
  and ${counts(`c.user_id is not null
  and not exists (select from event_hosts h where h.event_id = p.id and h.user_id = c.user_id)`)}`;
const visible = 'not c.is_hidden and not c.is_private';

const waitingOfTalk = (column: string) =>
  `(select coalesce(sum(w.${column}), 0) from waiting_counts w where w.talk_id = p.id)`;

export const counters: readonly Counter[] = [
  {
    table: 'events',
    column: 'attendee_count',
    recount:
      'select count(*) from event_attendees c join users u on u.id = c.user_id where c.event_id = p.id and u.is_active',
  },
  {
    table: 'events',
    column: 'comment_count',
    recount: 'select count(*) from event_comments c where c.event_id = p.id and not c.is_hidden',
  },
  { table: 'events', column: 'rating_count', recount: `select count(*) from (${ratedEvent}) c` },
  { table: 'events', column: 'rating_sum', recount: `select coalesce(sum(rating), 0) from (${ratedEvent}) c` },
  { table: 'events', column: 'track_count', recount: 'select count(*) from tracks c where c.event_id = p.id' },
  { table: 'events', column: 'talk_count', recount: 'select count(*) from talks c where c.event_id = p.id' },
  {
    table: 'events',
    column: 'talk_comment_count',
    waiting: '(select coalesce(sum(w.comment_count), 0) from waiting_counts w where w.event_id = p.id)',
    recount: `select count(*) from talk_comments c where c.event_id = p.id and ${visible}`,
  },
  { table: 'tracks', column: 'talk_count', recount: 'select count(*) from talk_tracks c where c.track_id = p.id' },
  {
    table: 'talks',
    column: 'comment_count',
    waiting: waitingOfTalk('comment_count'),
    recount: `select count(*) from talk_comments c where c.talk_id = p.id and ${visible}`,
  },
  {
    table: 'talks',
    column: 'rating_count',
    waiting: waitingOfTalk('rating_count'),
    recount: `select count(*) from (${ratedTalk}) c`,
  },
  {
    table: 'talks',
    column: 'rating_sum',
    waiting: waitingOfTalk('rating_sum'),
    recount: `select coalesce(sum(rating), 0) from (${ratedTalk}) c`,
  },
  {
    table: 'talks',
    column: 'star_count',
    waiting: waitingOfTalk('star_count'),
    recount:
      'select count(*) from talk_stars c join users u on u.id = c.user_id where c.talk_id = p.id and u.is_active',
  },
];

/** Counters that differ from a recount in at least one row, with the IDs of those rows. */
export async function driftingCounters(pool: pg.Pool): Promise<{ table: string; column: string; ids: string[] }[]> {
  const drifting: { table: string; column: string; ids: string[] }[] = [];
  for (const { table, column, recount, waiting = '0' } of counters) {
    const { rows } = await pool.query<{ id: string }>(
      `select p.id from ${table} p where p.${column} + ${waiting} is distinct from (${recount}) order by p.id`,
    );
    if (rows.length > 0) drifting.push({ table, column, ids: rows.map(({ id }) => id) });
  }
  return drifting;
}
