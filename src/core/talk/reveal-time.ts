import type { VisibleRecord } from '../common/visible-records.js';
import type { TalkFields } from './talk-fields.js';

type Talk = Pick<VisibleRecord<'talk'>, 'policy' | 'commentCount' | 'startsAt' | 'durationMinutes'>;

/** Whether a change of the times of a talk with comments would change when its results are revealed (feedback.md). */
export function movesReveal(
  { policy, commentCount, startsAt, durationMinutes }: Talk,
  fields: Pick<TalkFields, 'startsAt' | 'durationMinutes'>,
): boolean {
  if (policy?.revealAfterHours == null || commentCount === 0) return false;
  const isMoved = Math.floor(startsAt) !== Math.floor(fields.startsAt.getTime() / 1000);
  return isMoved || (fields.durationMinutes ?? durationMinutes) !== durationMinutes;
}
