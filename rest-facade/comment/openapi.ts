import { editedCommentBody, eventCommentBody, talkCommentBody } from './body.js';
import { yesOrNo } from '../openapi/json-schema.js';
import { own } from '../openapi/member.js';
import { created, single, type Operations } from '../openapi/operation.js';

/** Spec §4.3 and §4.6, contract §3.6 and §3.7. */
export const commentOperations: Operations = {
  'POST /v2.1/events/:eventId/comments': {
    summary: 'Comment on an event',
    body: eventCommentBody.membersOf('CommentOnEventInput'),
    answers: created('The comment.'),
  },
  'POST /v2.1/talks/:talkId/comments': {
    summary: 'Comment on a talk',
    body: {
      ...talkCommentBody.membersOf('CommentOnTalkInput'),
      private: own(yesOrNo, 'Must be false or absent: private comments are not supported.'),
    },
    answers: created('The comment.'),
  },
  'GET /v2.1/event_comments/:commentId': {
    summary: 'Get a comment on an event',
    answers: single('comments', 'EventComment'),
  },
  'GET /v2.1/talk_comments/:commentId': {
    summary: 'Get a comment on a talk',
    answers: single('comments', 'TalkComment'),
  },
  'PUT /v2.1/talk_comments/:commentId': {
    summary: 'Edit a comment on a talk',
    body: editedCommentBody.membersOf('EditTalkCommentInput'),
    answers: single('comments', 'TalkComment'),
  },
};
