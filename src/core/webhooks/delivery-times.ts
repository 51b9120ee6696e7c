import { sql, type RawBuilder } from 'kysely';

/**
 * A time of the delivery `d` as it is stored. That of a comment with a hidden name is rounded down to the day, by the
 * midnight that `created_at` stores: with the exact one, hosts would learn when the comment was written.
 */
export const deliveryTime = (exact: RawBuilder<unknown>): RawBuilder<unknown> => sql`case when d.is_day_only
  then d.created_at + floor(extract(epoch from ${exact} - d.created_at) / 86400) * interval '24 hours' else ${exact} end`;

/**
 * Whether the row `l` of the log about a comment of the event `e` does not show its time: by the policy, or since it was
 * logged, then at a midnight. Exact times have microseconds; the comment itself may have been deleted.
 */
export const isDayOnlyRow = sql<boolean>`coalesce(l.kind like '%comment.%'
  and (e.feedback_names = 'HIDDEN' or date_part('second', l.at) = 0), false)`;
