import { sql } from 'kysely';
import type { Context } from '../../context.js';
import { DomainError } from '../../errors.js';
import { statement, type Parameters, type Run } from '../../reads/statement.js';

type AllowanceState = Context['limitStates'][number];

/**
 * How many talk comments of a user are in the window, and when the one was made that has to leave it before one more is
 * allowed: not always the oldest, where more are in it than are allowed because the limit was higher before.
 */
export const recentTalkComments = statement(
  'recent talk comments',
  ($: Parameters<{ user: string; since: number; points: number }>) => sql<{ used: number; leaving: number }>`
    select used, date_part('epoch', created_at) as leaving from (
      select created_at, row_number() over (order by created_at, id) as place, count(*) over ()::int as used
      from talk_comments where user_id = ${$.user}::bigint and created_at > to_timestamp(${$.since}::float8)
    ) recent where place = greatest(used - ${$.points}::int, 0) + 1`,
);

/**
 * Counts the talk comments of a user that were accepted in the window that ends now (contract §1.9), hidden ones too.
 * What it finds is noted for the headers of the answer.
 *
 * @param run inside a transaction that holds the user's row, or else only for a first look
 * @returns how the limit stands; null where there is none
 * @throws DomainError RATE_LIMITED with the seconds until one more is allowed: when the oldest leaves the window
 */
export async function requireCommentAllowance(
  { services, now, noteLimit }: Pick<Context, 'services' | 'now' | 'noteLimit'>,
  run: Run,
  userId: string,
): Promise<AllowanceState | null> {
  const allowance = services.policy.talkComments;
  if (allowance === null) return null;
  const { points, seconds } = allowance;
  const [recent] = await run(recentTalkComments, { user: userId, since: now - seconds, points });
  const used = recent?.used ?? 0;
  const leavesAt = (recent?.leaving ?? now) + seconds;
  const resetSeconds = Math.max(1, Math.ceil(leavesAt - now));
  const remaining = Math.max(points - used, 0);
  const state: AllowanceState = {
    name: 'talk_comments',
    limit: points,
    windowSeconds: seconds,
    remaining,
    resetSeconds,
  };
  noteLimit(state);
  if (used >= points) {
    throw new DomainError('RATE_LIMITED', [{ reason: 'RATE_LIMITED' }], { retryAfter: resetSeconds });
  }
  return state;
}

/** Notes that one more has been accepted. */
export function noteComment({ noteLimit }: Pick<Context, 'noteLimit'>, state: AllowanceState | null): void {
  if (state) noteLimit({ ...state, remaining: state.remaining - 1 });
}
