import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import type { ChangeFeed } from './change-feed.js';

/** Key in `changes` of the times below (migrations/baseline/changes.ts). */
const FEEDBACK_TIMES = '-5';

/** The next time at which the results of a talk are revealed, or its comments open. Few events have such a policy. */
const nextTime = statement(
  'next time of feedback',
  ($: Parameters<{ now: number }>) => sql<{ moment: number | null }>`
    select date_part('epoch', min(moment)) as moment
    from events e join talks t on t.event_id = e.id, unnest(array[
      t.starts_at + t.duration_minutes * interval '1 minute' + e.reveal_after_hours * interval '1 hour',
      case when e.feedback_opens = 'WITH_TALK' then t.starts_at end]) as moment
    where (e.reveal_after_hours is not null or e.feedback_opens = 'WITH_TALK')
      and moment > to_timestamp(${$.now}::float8)`,
);

/**
 * Looks up the next time at which a feedback policy changes a response without a write, in seconds since 1970. Queries
 * the database only when that time has passed, or a policy or a programme has changed.
 */
export function createFeedbackTimes(run: Run, changes: ChangeFeed): (now: number) => Promise<number> {
  let known = { moment: -Infinity, since: -1 };
  return async (now) => {
    if (now < known.moment && !changes.hasChanged([FEEDBACK_TIMES], known.since)) return known.moment;
    const since = await changes.poll();
    const [row] = await run(nextTime, { now });
    known = { moment: row?.moment ?? Infinity, since };
    return known.moment;
  };
}
