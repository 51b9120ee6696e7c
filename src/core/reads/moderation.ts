import { sql } from 'kysely';
import {
  anyId,
  db,
  epoch,
  statement,
  type Parameters,
  type RowOf,
  type RowOfStatement,
} from '../../database/sql/statement.js';

/** Undecided reports, oldest first (contract §3.8). */
function openReports() {
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
    ])
    .where('r.decision', 'is', null)
    .orderBy('r.id');
}

export type ReportRow = RowOf<ReturnType<typeof openReports>>;

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

/** Claims that await confirmation by one side, oldest first (contract §3.5). */
export const claimsOfEvents = statement('claims of events', ($: Parameters<{ keys: readonly string[] }>) =>
  db
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
    ])
    .where('m.event_id', '=', anyId($.keys))
    .orderBy('m.id'),
);

export type ClaimRow = RowOfStatement<typeof claimsOfEvents>;
