import { sql } from 'kysely';
import { anyId, db, epoch, statement, type Parameters, type RowOf } from '../../database/sql/statement.js';

/** Reports of comments; callers add the conditions. */
export function reportRows() {
  return db
    .selectFrom('comment_reports as r')
    .select([
      'r.id',
      'r.event_id as parent',
      'r.event_comment_id as eventCommentId',
      'r.talk_comment_id as talkCommentId',
      'r.reporter_id as reporterId',
      'r.decision',
      'r.decided_by_id as decidedById',
      epoch('r.created_at').as('reportedAtSeconds'),
      epoch<null>('r.decided_at').as('decidedAtSeconds'),
    ]);
}

export type ReportRow = RowOf<ReturnType<typeof reportRows>>;

/** Undecided reports, oldest first (contract §3.8). */
const openReports = () => reportRows().where('r.decision', 'is', null).orderBy('r.id');

export const reportedCommentsOfEvents = statement(
  'reported comments of events',
  ($: Parameters<{ keys: readonly string[] }>) =>
    openReports().where('r.event_id', '=', anyId($.keys)).where('r.event_comment_id', 'is not', null),
);

export const reportedTalkCommentsOfEvents = statement(
  'reported talk comments of events',
  ($: Parameters<{ keys: readonly string[] }>) =>
    openReports().where('r.event_id', '=', anyId($.keys)).where('r.talk_comment_id', 'is not', null),
);

/** Claims that await confirmation by one side (contract §3.5); callers add the conditions. */
export function claimRows() {
  return db
    .selectFrom('speaker_claims as m')
    .innerJoin('talk_speakers as s', 's.id', 'm.speaker_id')
    .select([
      'm.event_id as parent',
      'm.id',
      'm.talk_id as talkId',
      'm.user_id as userId',
      's.display_name as displayName',
      sql<'SPEAKER' | 'HOST'>`case when m.claimed_at is null then 'SPEAKER' else 'HOST' end`.as('awaits'),
      epoch('m.created_at').as('createdAtSeconds'),
    ]);
}

export type ClaimRow = RowOf<ReturnType<typeof claimRows>>;

/** Claims of events, oldest first. */
export const claimsOfEvents = statement('claims of events', ($: Parameters<{ keys: readonly string[] }>) =>
  claimRows().where('m.event_id', '=', anyId($.keys)).orderBy('m.id'),
);
