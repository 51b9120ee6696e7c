import * as operations from '../../operations/documents.generated.js';
import { yesOrNo } from '../../wire/json-schema.js';
import { own } from '../../table/described-member.js';
import { single, created, recordResponse, replying } from '../../table/replies.js';
import { route } from '../../table/route.js';
import { recordOf } from '../../wire/envelope.js';
import {
  eventCommentRecord,
  talkCommentRecord,
  editedCommentBody,
  eventCommentBody,
  rejectPrivate,
  talkCommentBody,
} from './record.js';

const missing = 'Comment not found';

const words = {
  sentences: { FIELD_REQUIRED: 'The field "{field}" is required' },
  fieldNames: talkCommentBody.fieldNames,
  firstProblemOnly: true,
} as const;

/** Spec §4.3 and §4.6, contract §3.6 and §3.7. */
export const commentRoutes = [
  route('GET /v2.1/event_comments/:commentId', operations.EventCommentRecordDocument, {
    summary: 'Get a comment on an event',
    variables: ({ params, verbose }) => ({ id: params.commentId, verbose }),
    reply: single('comments', eventCommentRecord, missing, ({ eventComment }) => eventComment),
  }),
  route('GET /v2.1/talk_comments/:commentId', operations.TalkCommentRecordDocument, {
    summary: 'Get a comment on a talk',
    variables: ({ params, verbose }) => ({ id: params.commentId, verbose }),
    reply: single('comments', talkCommentRecord, missing, ({ talkComment }) => talkComment),
  }),
  route('POST /v2.1/events/:eventId/comments', operations.CommentOnEventDocument, {
    summary: 'Comment on an event',
    body: eventCommentBody.membersOf('CommentOnEventInput'),
    variables: (request) => ({ input: { eventId: request.params.eventId, ...eventCommentBody(request) } }),
    reply: created('The comment.', ({ commentOnEvent }, { links }) =>
      links.eventComment(commentOnEvent.eventComment.id),
    ),
    login: 'You must log in to comment',
    ...words,
  }),
  route('POST /v2.1/talks/:talkId/comments', operations.CommentOnTalkDocument, {
    summary: 'Comment on a talk',
    body: {
      ...talkCommentBody.membersOf('CommentOnTalkInput'),
      private: own(yesOrNo, 'Must be false or absent: private comments are not supported.'),
    },
    variables: (request) => {
      rejectPrivate(request.fields);
      return { input: { talkId: request.params.talkId, ...talkCommentBody(request) } };
    },
    reply: created('The comment.', ({ commentOnTalk }, { links }) => links.talkComment(commentOnTalk.talkComment.id)),
    login: 'You must be logged in to create data',
    ...words,
  }),
  route('PUT /v2.1/talk_comments/:commentId', operations.EditTalkCommentDocument, {
    summary: 'Edit a comment on a talk',
    body: editedCommentBody.membersOf('EditTalkCommentInput'),
    variables: (request) => ({
      input: { talkCommentId: request.params.commentId, ...editedCommentBody(request) },
      verbose: request.verbose,
    }),
    reply: replying([recordResponse('comments', 'TalkComment')], ({ editTalkComment: { talkComment } }, request) =>
      recordOf('comments', talkComment, talkCommentRecord, 'Comment not found', request, { viewer: talkComment.user }),
    ),
    login: 'You must log in to edit a comment',
    ...words,
  }),
];
