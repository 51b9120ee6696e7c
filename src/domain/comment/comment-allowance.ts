import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { TalkComment } from '../../entities/talk-comment.entity.js';
import { DomainError } from '../../errors.js';

type AllowanceState = Parameters<Context['noteLimit']>[0];

/**
 * Counts the talk comments of a user that were accepted in the window that ends now (contract §1.9), hidden ones too.
 * What it finds is noted for the headers of the answer.
 *
 * @param em inside a transaction that holds the user's row, or else only for a first look
 * @returns how the limit stands; null where there is none
 * @throws DomainError RATE_LIMITED with the seconds until one more is allowed: when the oldest leaves the window
 */
export async function requireCommentAllowance(
  { services, now, noteLimit }: Pick<Context, 'services' | 'now' | 'noteLimit'>,
  em: EntityManager,
  userId: string,
): Promise<AllowanceState | null> {
  const allowance = services.policy.talkComments;
  if (allowance === null) return null;
  const { points, seconds } = allowance;
  const recent = { user: userId, createdAt: { $gt: new Date((now - seconds) * 1000) } };
  const used = await em.count(TalkComment, recent);
  // More than are allowed are in the window where the limit was higher before.
  const [leaving] = await em.find(TalkComment, recent, {
    fields: ['createdAt'],
    orderBy: { createdAt: 'asc', id: 'asc' },
    offset: Math.max(used - points, 0),
    limit: 1,
  });
  const leavesAt = (leaving ? leaving.createdAt.getTime() / 1000 : now) + seconds;
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
