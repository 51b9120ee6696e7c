import { sql } from 'kysely';
import { statement } from '../../database/sql/statement.js';

/**
 * Whether counts are pending, because another transaction held the row of the talk or of its event
 * (migrations/baseline/waiting-counts.ts). The table is nearly always empty: checks it once per statement instead of once per row.
 */
const hasPending = sql`(select exists (select from waiting_counts))`;

/** A counter of the talk `t`, including pending counts. */
export const countOfTalk = (counter: 'comment_count' | 'rating_count' | 'rating_sum' | 'star_count') =>
  sql<number>`t.${sql.ref(counter)} + case when ${hasPending} then waiting_of_talk(t.id, ${sql.lit(counter)}) else 0 end`;

/** Number of comments on the talks of the event `e`, including pending counts. */
export const talkCommentCount = sql<number>`e.talk_comment_count
  + case when ${hasPending} then waiting_comments_of_event(e.id) else 0 end`;

export const hasPendingCounts = statement<object, { waits: boolean }>(
  'whether counts wait',
  () => sql<{ waits: boolean }>`select ${hasPending} as waits`,
);

/** Applies pending counts to unlocked rows, through a trigger on the deletion. Counts of locked rows stay pending. */
export const applyPendingCounts = statement<object, object>(
  'add waiting counts',
  () => sql<object>`
    with free_events as (select id from events
        where id in (select event_id from waiting_counts) order by id for no key update skip locked),
      free_talks as (select id from talks where id in (select talk_id from waiting_counts)
        and event_id in (select id from free_events) order by id for no key update skip locked),
      free_counts as (select id from waiting_counts
        where talk_id in (select id from free_talks) order by id for update skip locked)
    delete from waiting_counts where id in (select id from free_counts)`,
);
