import * as operations from '../operations/documents.generated.js';
import { route } from '../route.js';
import { there, wholeOf } from '../shape/envelope.js';
import { claimRecord, eventCommentReportRecord, talkCommentReportRecord } from './record.js';

const missing = 'Event not found';
const sentences = { LOGIN_REQUIRED: 'You must log in to do that' };

/** Moderation by hosts: contract §3.8 and §3.2, Claims overview. */
export const moderationRoutes = [
  route('GET /v2.1/events/:eventId/comments/reported', {
    operation: operations.ReportedEventCommentsDocument,
    variables: ({ params }) => ({ id: params.eventId, verbose: true }),
    reply: (data, request) => {
      const event = there(data.event, missing);
      return wholeOf(
        'reports',
        there(event.reportedComments, missing),
        (report, whole, viewer) => eventCommentReportRecord(report, whole, viewer, event),
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
        (report, whole, viewer) => talkCommentReportRecord(report, whole, viewer, event),
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
