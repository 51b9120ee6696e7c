import { reportDecisions } from '../wire-values.js';
import { one } from '../openapi/json-schema.js';
import { of, type Members } from '../openapi/member.js';
import { accepted, all, changed, type Operations } from '../openapi/operation.js';

const decision = (input: 'DecideEventCommentReportInput' | 'DecideTalkCommentReportInput'): Members => ({
  decision: { ...of(`${input}.decision`, one(...Object.values(reportDecisions))), required: true },
});

/** Contract §3.8 and §3.2, Claims overview. */
export const moderationOperations: Operations = {
  'GET /v2.1/events/:eventId/comments/reported': {
    summary: 'List reported comments on an event',
    answers: all('reports', 'Report'),
    login: true,
    statuses: [403],
  },
  'GET /v2.1/events/:eventId/talk_comments/reported': {
    summary: 'List reported comments on talks of an event',
    answers: all('reports', 'Report'),
    login: true,
    statuses: [403],
  },
  'GET /v2.1/events/:eventId/claims': {
    summary: 'List pending speaker claims',
    answers: all('claims', 'Claim'),
    login: true,
    statuses: [403],
  },

  'POST /v2.1/event_comments/:commentId/reported': {
    summary: 'Report a comment on an event',
    answers: accepted('The comments on the event.'),
  },
  'PUT /v2.1/event_comments/:commentId/reported': {
    summary: 'Decide on a reported comment on an event',
    body: decision('DecideEventCommentReportInput'),
    answers: changed('The comments on the event.'),
  },
  'POST /v2.1/talk_comments/:commentId/reported': {
    summary: 'Report a comment on a talk',
    answers: accepted('The comments on the talk.'),
  },
  'PUT /v2.1/talk_comments/:commentId/reported': {
    summary: 'Decide on a reported comment on a talk',
    body: decision('DecideTalkCommentReportInput'),
    answers: changed('The comments on the talk.'),
  },
};
