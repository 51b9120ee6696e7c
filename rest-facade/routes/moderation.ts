import * as operations from '../operations/documents.generated.js';
import { route } from '../route.js';
import { eventCommentRecord, talkCommentRecord } from '../shape/comment.js';
import { there, wholeOf } from '../shape/envelope.js';
import { claimRecord, reportRecord } from '../shape/moderation.js';

const missing = 'Event not found';
const sentences = { LOGIN_REQUIRED: 'You must log in to do that' };

/** Moderation by hosts: contract §3.8 and §3.2, Claims overview. */
export const moderationRoutes = [
  route('GET /v2.1/events/:eventId/comments/reported', {
    operation: operations.ReportedEventCommentsDocument,
    variables: ({ params }) => ({ id: params.eventId, verbose: true }),
    reply: (data, request) => {
      const event = there(data.event, missing);
      const about = { event_uri: request.links.event(event.id) };
      return wholeOf(
        'reports',
        there(event.reportedComments, missing),
        (report) => {
          const comment = eventCommentRecord(there(report.eventComment, missing), { ...request, verbose: true });
          return reportRecord(report, comment, about, request);
        },
        request,
        data,
      );
    },
    sentences,
  }),
  route('GET /v2.1/events/:eventId/talk_comments/reported', {
    operation: operations.ReportedTalkCommentsDocument,
    variables: ({ params }) => ({ id: params.eventId, verbose: true }),
    reply: (data, request) => {
      const event = there(data.event, missing);
      return wholeOf(
        'reports',
        there(event.reportedTalkComments, missing),
        (report) => {
          const reported = there(report.talkComment, missing);
          const about = { event_uri: request.links.event(event.id), talk_uri: request.links.talk(reported.talkId) };
          return reportRecord(report, talkCommentRecord(reported, { ...request, verbose: true }), about, request);
        },
        request,
        data,
      );
    },
    sentences,
  }),
  route('GET /v2.1/events/:eventId/claims', {
    operation: operations.PendingClaimsDocument,
    variables: ({ params }) => ({ id: params.eventId }),
    reply: (data, request) =>
      wholeOf('claims', there(there(data.event, missing).pendingClaims, missing), claimRecord, request, data),
    sentences: { LOGIN_REQUIRED: 'You must be logged in to view pending claims' },
  }),
];
