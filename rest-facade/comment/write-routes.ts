import * as operations from '../operations/documents.generated.js';
import { editedCommentBody, eventCommentBody, refusePrivate, talkCommentBody } from './body.js';
import { route } from '../route.js';
import { talkCommentRecord } from './record.js';
import { recordOf } from '../shape/envelope.js';
import { created } from '../shape/written.js';

const words = {
  sentences: { FIELD_REQUIRED: 'The field "{field}" is required' },
  fieldNames: talkCommentBody.fieldNames,
  firstProblemOnly: true,
} as const;

/** Spec §4.3 and §4.6, contract §3.6 and §3.7. */
export const commentWriteRoutes = [
  route('POST /v2.1/events/:eventId/comments', {
    operation: operations.CommentOnEventDocument,
    variables: (request) => ({ input: { eventId: request.params.eventId, ...eventCommentBody(request) } }),
    reply: ({ commentOnEvent }, { links }) => created(links.eventComment(commentOnEvent.eventComment.id)),
    login: 'You must log in to comment',
    ...words,
  }),
  route('POST /v2.1/talks/:talkId/comments', {
    operation: operations.CommentOnTalkDocument,
    variables: (request) => {
      refusePrivate(request.fields);
      return { input: { talkId: request.params.talkId, ...talkCommentBody(request) } };
    },
    reply: ({ commentOnTalk }, { links }) => created(links.talkComment(commentOnTalk.talkComment.id)),
    login: 'You must be logged in to create data',
    ...words,
  }),
  route('PUT /v2.1/talk_comments/:commentId', {
    operation: operations.EditTalkCommentDocument,
    variables: (request) => ({
      input: { talkCommentId: request.params.commentId, ...editedCommentBody(request) },
      verbose: request.verbose,
    }),
    reply: ({ editTalkComment: { talkComment } }, request) =>
      recordOf('comments', talkComment, talkCommentRecord, 'Comment not found', request, { viewer: talkComment.user }),
    login: 'You must log in to edit a comment',
    ...words,
  }),
];
