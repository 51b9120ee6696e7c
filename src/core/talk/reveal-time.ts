import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import type { VisibleRecord } from '../common/visible-records.js';
import type { TalkFields } from './talk-fields.js';

type Talk = Pick<VisibleRecord<'talk'>, 'id' | 'policy' | 'startsAt' | 'durationMinutes'>;

/** Whether a change of the times of a talk with comments would change when its results are revealed (docs/feedback.md). */
export async function movesReveal(
  run: Run,
  { id, policy, startsAt, durationMinutes }: Talk,
  fields: Pick<TalkFields, 'startsAt' | 'durationMinutes'>,
): Promise<boolean> {
  if (policy?.revealAfterHours == null) return false;
  const isMoved = Math.floor(startsAt) !== Math.floor(fields.startsAt.getTime() / 1000);
  if (!isMoved && (fields.durationMinutes ?? durationMinutes) === durationMinutes) return false;
  return (await run(anyComment, { talk: id })).length > 0;
}

/** Includes reported comments: otherwise, a speaker could report every comment, and then move the talk. */
const anyComment = statement(
  'any comment on talk',
  ($: Parameters<{ talk: string }>) => sql<object>`
    select from talks t where t.id = ${$.talk}::bigint and (
      exists (select from talk_comments c where c.talk_id = t.id and not c.is_hidden)
      or exists (select from talk_comments c where c.event_id = t.event_id and c.talk_id = t.id and c.is_hidden))`,
);
