import * as operations from '../../operations/documents.generated.js';
import { listResponse, replying, accepted, changed } from '../../table/replies.js';
import { route } from '../../table/route.js';
import { orNotFound, wholeOf } from '../../wire/envelope.js';
import { claimRecord, eventCommentReportRecord, talkCommentReportRecord, decisionBody } from './record.js';

const missing = 'Event not found';
const sentences = { LOGIN_REQUIRED: 'You must log in to do that' };

const REPORT = 'You must log in to report a comment';
const moderation = {
  login: 'You must log in to moderate a comment',
  sentences: { 'FIELD_REQUIRED.decision': 'Unexpected decision' },
} as const;

/** Moderation by hosts: contract §3.8 and §3.2, Claims overview. */
export const moderationRoutes = [
  route('GET /v2.1/events/:eventId/comments/reported', operations.ReportedEventCommentsDocument, {
    summary: 'List reported comments on an event',
    statuses: [403],
    needsLogin: true,
    variables: ({ params }) => ({ id: params.eventId, verbose: true }),
    reply: replying([listResponse('reports', 'Report')], (data, request) => {
      const event = orNotFound(data.event, missing);
      return wholeOf(
        'reports',
        orNotFound(event.reportedComments, missing),
        (report, whole, viewer) => eventCommentReportRecord(report, whole, viewer, event),
        request,
        data,
      );
    }),
    sentences,
  }),
  route('GET /v2.1/events/:eventId/talk_comments/reported', operations.ReportedTalkCommentsDocument, {
    summary: 'List reported comments on talks of an event',
    statuses: [403],
    needsLogin: true,
    variables: ({ params }) => ({ id: params.eventId, verbose: true }),
    reply: replying([listResponse('reports', 'Report')], (data, request) => {
      const event = orNotFound(data.event, missing);
      return wholeOf(
        'reports',
        orNotFound(event.reportedTalkComments, missing),
        (report, whole, viewer) => talkCommentReportRecord(report, whole, viewer, event),
        request,
        data,
      );
    }),
    sentences,
  }),
  route('GET /v2.1/events/:eventId/claims', operations.PendingClaimsDocument, {
    summary: 'List pending speaker claims',
    statuses: [403],
    needsLogin: true,
    variables: ({ params }) => ({ id: params.eventId }),
    reply: replying([listResponse('claims', 'Claim')], (data, request) =>
      wholeOf('claims', orNotFound(orNotFound(data.event, missing).pendingClaims, missing), claimRecord, request, data),
    ),
    sentences: { LOGIN_REQUIRED: 'You must be logged in to view pending claims' },
  }),
  route('POST /v2.1/event_comments/:commentId/reported', operations.ReportEventCommentDocument, {
    summary: 'Report a comment on an event',
    variables: ({ params }) => ({ input: { eventCommentId: params.commentId } }),
    reply: accepted('The comments on the event.', ({ reportEventComment: { event } }, { links }) =>
      links.below(links.event(event.id), 'comments'),
    ),
    login: REPORT,
  }),
  route('POST /v2.1/talk_comments/:commentId/reported', operations.ReportTalkCommentDocument, {
    summary: 'Report a comment on a talk',
    variables: ({ params }) => ({ input: { talkCommentId: params.commentId } }),
    reply: accepted('The comments on the talk.', ({ reportTalkComment: { talk } }, { links }) =>
      links.below(links.talk(talk.id), 'comments'),
    ),
    login: REPORT,
  }),
  route('PUT /v2.1/event_comments/:commentId/reported', operations.DecideEventCommentReportDocument, {
    summary: 'Decide on a reported comment on an event',
    body: decisionBody.membersOf('DecideEventCommentReportInput'),
    variables: (request) => ({ input: { eventCommentId: request.params.commentId, ...decisionBody(request) } }),
    reply: changed('The comments on the event.', ({ decideEventCommentReport: { eventComment } }, { links }) =>
      links.below(links.event(eventComment.eventId), 'comments'),
    ),
    ...moderation,
  }),
  route('PUT /v2.1/talk_comments/:commentId/reported', operations.DecideTalkCommentReportDocument, {
    summary: 'Decide on a reported comment on a talk',
    body: decisionBody.membersOf('DecideTalkCommentReportInput'),
    variables: (request) => ({ input: { talkCommentId: request.params.commentId, ...decisionBody(request) } }),
    reply: changed('The comments on the talk.', ({ decideTalkCommentReport: { talkComment } }, { links }) =>
      links.below(links.talk(talkComment.talkId), 'comments'),
    ),
    ...moderation,
  }),
];
