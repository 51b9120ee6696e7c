import { sql } from 'kysely';
import type { Context } from '../context.js';
import { DomainError } from '../errors.js';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

type AllowanceState = Context['limitStates'][number];

/**
 * Counts a user's talk comments in the window, and selects the creation time of the comment that must leave it before
 * another is allowed. The `created_at` of a comment with a hidden name is up to a day earlier than `posted_at`. If the
 * limit was lowered, the window may hold more than `points`: then it is not the oldest.
 */
export const recentTalkComments = statement(
  'recent talk comments',
  ($: Parameters<{ user: string; since: number; points: number }>) => sql<{ used: number; leaving: number }>`
    select used, date_part('epoch', created_at) as leaving from (
      select posted.at as created_at, row_number() over (order by posted.at, id) as place, count(*) over ()::int as used
      from talk_comments, coalesce(posted_at, created_at) as posted (at)
      where user_id = ${$.user}::bigint and posted.at > to_timestamp(${$.since}::float8)
        and created_at > to_timestamp(${$.since}::float8) - interval '2 days'
    ) recent where place = greatest(used - ${$.points}::int, 0) + 1`,
);

/**
 * Enforces the limit of talk comments per user in a sliding window (contract §1.9). Hidden comments count. Notes the
 * state of the limit for the headers of the response.
 *
 * @param run inside a transaction that has locked the user's row; outside one only as a pre-check
 * @returns the state of the limit; null if there is none
 * @throws DomainError RATE_LIMITED with `retryAfter`, the seconds until another comment is allowed
 */
export async function requireCommentAllowance(
  { services, now, recordLimit }: Pick<Context, 'services' | 'now' | 'recordLimit'>,
  run: Run,
  userId: string,
): Promise<AllowanceState | null> {
  const allowance = services.policy.talkComments;
  if (allowance === null) return null;
  const { points, seconds } = allowance;
  const [recent] = await run(recentTalkComments, { user: userId, since: now - seconds, points });
  const used = recent?.used ?? 0;
  const expiresAt = (recent?.leaving ?? now) + seconds;
  const resetSeconds = Math.max(1, Math.ceil(expiresAt - now));
  const remaining = Math.max(points - used, 0);
  const state: AllowanceState = {
    name: 'talk_comments',
    limit: points,
    windowSeconds: seconds,
    remaining,
    resetSeconds,
  };
  recordLimit(state);
  if (used >= points) {
    throw new DomainError('RATE_LIMITED', [{ reason: 'RATE_LIMITED' }], { retryAfter: resetSeconds });
  }
  return state;
}

/** Notes that one more comment was accepted. */
export function recordComment({ recordLimit }: Pick<Context, 'recordLimit'>, state: AllowanceState | null): void {
  if (state) recordLimit({ ...state, remaining: state.remaining - 1 });
}
