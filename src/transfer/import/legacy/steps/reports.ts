import type { Mark } from '../../report.js';
import type { LegacyRow } from '../source/source.js';
import { copy } from '../source/step.js';
import { dateTime, reference } from '../../values.js';

/** Maps the decisions of the original (contract §3.8). */
const decisions: ReadonlyMap<string, string> = new Map([
  ['approved', 'UPHELD'],
  ['denied', 'REJECTED'],
]);
const NO_COMMENT = 'its comment does not exist';

const columns = {
  event_id: 'bigint',
  event_comment_id: 'bigint?',
  talk_comment_id: 'bigint?',
  reporter_id: 'bigint?',
  created_at: 'timestamptz',
  decision: 'text?',
  decided_by_id: 'bigint?',
  decided_at: 'timestamptz?',
} as const;

/** Reports have no URLs: those of both tables get new IDs, in order. */
export const eventCommentReports = copy({
  table: 'reported_event_comments',
  into: 'comment_reports',
  columns,
  refers: { event_comments: ['event_comment_id'], users: ['reporting_user_id', 'deciding_user_id'] },
  convert: (row, { event_comments, users }, mark, { now }) => {
    const comment = event_comments.get(reference(row['event_comment_id']));
    if (!comment) return mark.skip(NO_COMMENT);
    const about = { event_id: comment.eventId, event_comment_id: comment.id, talk_comment_id: null };
    return { ...about, ...verdict(row, users, mark, now) };
  },
});

export const talkCommentReports = copy({
  table: 'reported_talk_comments',
  into: 'comment_reports',
  columns,
  refers: { talk_comments: ['talk_comment_id'], users: ['reporting_user_id', 'deciding_user_id'] },
  convert: (row, { talk_comments, users }, mark, { now }) => {
    const comment = talk_comments.get(reference(row['talk_comment_id']));
    if (!comment) return mark.skip(NO_COMMENT);
    const about = { event_id: comment.eventId, event_comment_id: null, talk_comment_id: comment.id };
    return { ...about, ...verdict(row, users, mark, now) };
  },
});

function verdict(row: LegacyRow, users: ReadonlyMap<number | null, unknown>, mark: Mark, now: number) {
  const person = (column: string) => {
    const id = reference(row[column]);
    if (id !== null && !users.has(id)) mark.repair('a missing user was removed');
    return users.has(id) ? id : null;
  };
  const created_at = dateTime(row['reporting_date']) ?? new Date(now * 1000).toISOString();
  const decision = decisions.get(String(row['decision'])) ?? null;
  if (row['decision'] && decision === null) mark.repair('a decision other than approved or denied was dropped');
  const decided = dateTime(row['deciding_date']);
  if (decision === null && (decided ?? row['deciding_user_id']))
    mark.repair('a decider without a decision was dropped');
  if (decision !== null && decided === null) mark.repair('a missing decision time was set to that of the report');
  return {
    reporter_id: person('reporting_user_id'),
    created_at,
    decision,
    decided_by_id: decision === null ? null : person('deciding_user_id'),
    decided_at: decision === null ? null : (decided ?? created_at),
  };
}
