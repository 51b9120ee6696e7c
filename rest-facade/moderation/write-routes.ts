import * as operations from '../operations/documents.generated.js';
import { decisionOf } from './body.js';
import { route } from '../route.js';
import { accepted, changed } from '../shape/written.js';

const REPORT = 'You must log in to report a comment';
const moderation = {
  login: 'You must log in to moderate a comment',
  sentences: { 'FIELD_REQUIRED.decision': 'Unexpected decision' },
} as const;

/** Spec §4.3 and §4.6, contract §3.8; `Location` is the collection that contains or contained the comment. */
export const moderationWriteRoutes = [
  route('POST /v2.1/event_comments/:commentId/reported', {
    operation: operations.ReportEventCommentDocument,
    variables: ({ params }) => ({ input: { eventCommentId: params.commentId } }),
    reply: ({ reportEventComment: { event } }, { links }) => accepted(links.below(links.event(event.id), 'comments')),
    login: REPORT,
  }),
  route('POST /v2.1/talk_comments/:commentId/reported', {
    operation: operations.ReportTalkCommentDocument,
    variables: ({ params }) => ({ input: { talkCommentId: params.commentId } }),
    reply: ({ reportTalkComment: { talk } }, { links }) => accepted(links.below(links.talk(talk.id), 'comments')),
    login: REPORT,
  }),
  route('PUT /v2.1/event_comments/:commentId/reported', {
    operation: operations.DecideEventCommentReportDocument,
    variables: ({ params, fields }) => ({ input: { eventCommentId: params.commentId, decision: decisionOf(fields) } }),
    reply: ({ decideEventCommentReport: { eventComment } }, { links }) =>
      changed(links.below(links.event(eventComment.eventId), 'comments')),
    ...moderation,
  }),
  route('PUT /v2.1/talk_comments/:commentId/reported', {
    operation: operations.DecideTalkCommentReportDocument,
    variables: ({ params, fields }) => ({ input: { talkCommentId: params.commentId, decision: decisionOf(fields) } }),
    reply: ({ decideTalkCommentReport: { talkComment } }, { links }) =>
      changed(links.below(links.talk(talkComment.talkId), 'comments')),
    ...moderation,
  }),
];
