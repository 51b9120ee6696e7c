import { commentDigest } from '../../../../core/comment/comment-input.js';
import type { ReportDecision } from '../../../../database/entities/comment.entity.js';
import type { Mark } from '../../report.js';
import { dateTime, instant, isSet, ratingOf, reference, verbatim, verbatimOrNull } from '../../values.js';
import type { LegacyRow } from '../source/source.js';
import { copy } from '../source/step.js';

/** Legacy comments may be duplicates: only the first keeps the digest that rejects further ones. */
const saidTwice = <Row extends { readonly digest?: string | null }>(row: Row): Row => ({ ...row, digest: null });

/** The columns that both kinds share. Comments are stored verbatim (contract §1.4). */
function words(row: LegacyRow, users: ReadonlyMap<number | null, unknown>, mark: Mark) {
  const author = reference(row['user_id']);
  if (author !== null && !users.has(author)) mark.repair('its author no longer exists: imported as anonymous');
  const comment = verbatim(row['comment'], mark);
  return {
    id: Number(row['ID']),
    user_id: users.has(author) ? author : null,
    comment,
    source: verbatimOrNull(row['source'], mark, 255),
    is_hidden: !isSet(row['active']),
    digest: commentDigest(comment),
  };
}

export const eventComments = copy({
  table: 'event_comments',
  into: 'event_comments',
  refers: { events: ['event_id'], users: ['user_id'] },
  convert: (row, { events, users }, mark) => {
    const event = events.get(reference(row['event_id']));
    if (!event) return mark.skip('its event does not exist');
    const made = instant(row['date_made']);
    if (made === null) mark.repair('a missing time was set to the start of the event');
    return {
      ...words(row, users, mark),
      event_id: event.id,
      author_name: verbatimOrNull(row['cname'], mark),
      rating: row['rating'] === null || row['rating'] === undefined ? null : ratingOf(row['rating'], mark),
      created_at: made ?? event.startsAt,
    };
  },
  unique: [{ columns: ['event_id', 'user_id', 'digest'], otherwise: saidTwice }],
});

export const talkComments = copy({
  table: 'talk_comments',
  into: 'talk_comments',
  refers: { talks: ['talk_id'], users: ['user_id'] },
  convert: (row, { talks, users }, mark) => {
    const talk = talks.get(reference(row['talk_id']));
    if (!talk) return mark.skip('its talk does not exist or was skipped');
    // Old dumps store seconds in a differently named column.
    const made = dateTime(row['created_at']) ?? instant(row['date_made']);
    if (made === null) mark.repair('a missing time was set to the start of the talk');
    return {
      ...words(row, users, mark),
      event_id: talk.eventId,
      talk_id: talk.id,
      rating: ratingOf(row['rating'], mark),
      is_private: Number(row['private'] ?? 0) !== 0,
      created_at: made ?? talk.startsAt,
    };
  },
  unique: [{ columns: ['talk_id', 'user_id', 'digest'], otherwise: saidTwice }],
});

/** Maps the decisions of the original (contract §3.8). */
const decisions: ReadonlyMap<string, ReportDecision> = new Map<string, ReportDecision>([
  ['approved', 'UPHELD'],
  ['denied', 'REJECTED'],
]);
const NO_COMMENT = 'its comment does not exist';

/** Reports have no URLs: those of both tables get new IDs, in order. */
export const eventCommentReports = copy({
  table: 'reported_event_comments',
  into: 'comment_reports',
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
