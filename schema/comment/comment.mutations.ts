import { commentOnEvent } from '../../src/core/comment/comment-on-event.js';
import { commentOnTalk } from '../../src/core/comment/comment-on-talk.js';
import { editEventComment, editTalkComment } from '../../src/core/comment/edit-comment.js';
import {
  decideEventCommentReport,
  decideTalkCommentReport,
  reportEventComment,
  reportTalkComment,
} from '../../src/core/comment/report-comment.js';
import { withdrawEventComment, withdrawTalkComment } from '../../src/core/comment/withdraw-comment.js';
import { enumOf, field, nullable } from '../fields.js';
import { changed, deletedNode, mutation, mutations, nodeIdOfDeleted } from '../root-fields.js';
import { selectsOnlyId } from '../selection.js';
import { ReportDecision } from './moderation.type.js';

const talkComment = field.record('TalkComment', 'The comment.');

const decision = nullable.of(
  () => ReportDecision,
  'The decision on all reports of the comment. Nullable, but null is rejected with INVALID.',
);

const hideName = nullable.boolean(
  'Whether to hide the name of the author from other viewers; false if omitted or null. If `Event.feedback.names` is `HIDDEN`, the name is always hidden; if it is `PUBLIC`, true is rejected with INVALID. A comment with a hidden name is rejected with INVALID if the rating of its author does not count, and so is every further comment of that author on the same event or talk.',
);

const RatingIgnoredReason = enumOf('RatingIgnoredReason', 'Why a rating was stored as 0.', {
  ALREADY_RATED: 'The user has already rated the event or the talk. The first rating counts.',
  OWN: 'The user hosts the event, or is a speaker of the talk.',
  RATINGS_OFF: 'The event has no ratings.',
});

const ratingIgnoredReason = nullable.of(
  () => RatingIgnoredReason,
  'Why the rating was stored as 0; null if it counts.',
);

const REPORT =
  'The comment is hidden until a host of the event decides. Idempotent until then. Errors: UNAUTHENTICATED, NOT_FOUND, RATE_LIMITED.';

const DECIDE =
  'Requires a host of the event. The decision can be changed later. Errors: UNAUTHENTICATED, NOT_FOUND (also if the comment has no reports), FORBIDDEN, INVALID.';

// A concurrent report may have hidden a new comment; its author receives it nevertheless.
export const commentMutations = mutations({
  commentOnEvent: mutation({
    scopes: ['feedback'],
    description:
      'Posts a comment on an event. Errors: UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE.',
    input: {
      eventId: field.id('ID of the event.'),
      text: field.string('The text of the comment, stored verbatim.'),
      rating: nullable.float(
        'The rating, 1 to 5, 5 is best; fractions are rounded. Nullable, but null is rejected with INVALID. Stored as 0, regardless of its value, for hosts and for users who have already rated the event. If `Event.feedback.ratings` is `OFF`, optional and always stored as 0.',
      ),
      hideName,
    },
    payload: {
      eventComment: field.record('EventComment', 'The new comment.'),
      event: field.record('Event', 'The event, with its updated comment count.'),
      ratingIgnoredReason,
    },
    run: async (context, input) => {
      const { id, ...posted } = await commentOnEvent(context, input);
      const eventComment = await context.reads.load('reportedEventComment', id);
      const event = eventComment && (await context.reads.load('event', eventComment.eventId));
      return { eventComment, event, ...posted };
    },
  }),

  commentOnTalk: mutation({
    scopes: ['feedback'],
    description:
      'Posts a comment on a talk and notifies its speakers by mail. Errors: UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE.',
    input: {
      talkId: field.id('ID of the talk.'),
      text: field.string('The text of the comment, stored verbatim.'),
      rating: nullable.float(
        'The rating, 1 to 5, 5 is best; fractions are rounded. Nullable, but null is rejected with INVALID. Stored as 0, regardless of its value, for speakers and for users who have already rated the talk. If `Event.feedback.ratings` is `OFF`, optional and always stored as 0.',
      ),
      hideName,
    },
    payload: {
      talkComment,
      talk: field.record('Talk', 'The talk, with its updated comment count.'),
      ratingIgnoredReason,
    },
    run: async (context, input, info) => {
      const { id, ...posted } = await commentOnTalk(context, input);
      if (selectsOnlyId(info, 'talkComment', 'ratingIgnoredReason')) return { talkComment: { id }, ...posted };
      const comment = await context.reads.load('reportedTalkComment', id);
      const talk = comment && (await context.reads.load('talk', comment.talkId));
      return { talkComment: comment, talk, ...posted };
    },
  }),

  editEventComment: mutation({
    scopes: ['feedback'],
    description:
      'Edits the text of a comment on an event, within a limited time after posting. The rating is unchanged. Hosts of the event and site administrators can read the earlier text. Errors: UNAUTHENTICATED, INVALID, NOT_FOUND, FORBIDDEN, SPAM, DUPLICATE.',
    input: {
      eventCommentId: field.id('ID of the comment to edit.'),
      text: field.string('The new text, stored verbatim.'),
    },
    payload: { eventComment: field.record('EventComment', 'The comment.') },
    run: async (context, input) => ({
      eventComment: await context.reads.load('reportedEventComment', await editEventComment(context, input)),
    }),
  }),

  withdrawEventComment: mutation({
    scopes: ['feedback'],
    description:
      'Deletes a comment of the viewer on an event, together with its rating, within a limited time after posting. A comment that is hidden by a report is not found. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { eventCommentId: field.id('ID of the comment to delete.') },
    payload: {
      deletedNodeId: deletedNode('comment'),
      event: field.record('Event', 'The event, with its updated comment count and rating.'),
    },
    run: async (context, { eventCommentId }) => ({
      ...(await changed(context, 'event', await withdrawEventComment(context, eventCommentId))),
      deletedNodeId: nodeIdOfDeleted('EventComment', eventCommentId),
    }),
  }),

  withdrawTalkComment: mutation({
    scopes: ['feedback'],
    description:
      'Deletes a comment of the viewer on a talk, together with its rating, within a limited time after posting, not before the results of the talk are revealed, and not if they would be withheld again. A comment that is hidden by a report is not found. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { talkCommentId: field.id('ID of the comment to delete.') },
    payload: {
      deletedNodeId: deletedNode('comment'),
      talk: field.record('Talk', 'The talk, with its updated comment count and rating.'),
    },
    run: async (context, { talkCommentId }) => ({
      ...(await changed(context, 'talk', await withdrawTalkComment(context, talkCommentId))),
      deletedNodeId: nodeIdOfDeleted('TalkComment', talkCommentId),
    }),
  }),

  editTalkComment: mutation({
    scopes: ['feedback'],
    description:
      'Edits the text of a comment on a talk, within a limited time after posting. The rating is unchanged. Hosts of the event and site administrators can read the earlier text. Errors: UNAUTHENTICATED, INVALID, NOT_FOUND, FORBIDDEN, SPAM, DUPLICATE.',
    input: {
      talkCommentId: field.id('ID of the comment to edit.'),
      text: field.string('The new text, stored verbatim.'),
    },
    payload: { talkComment },
    run: async (context, input) => ({
      talkComment: await context.reads.load('reportedTalkComment', await editTalkComment(context, input)),
    }),
  }),

  reportEventComment: mutation({
    scopes: ['feedback'],
    description: `Reports a comment on an event to its hosts. ${REPORT}`,
    input: { eventCommentId: field.id('ID of the comment to report.') },
    payload: { event: field.record('Event', 'The event, with the comment hidden.') },
    run: async (context, { eventCommentId }) =>
      changed(context, 'event', await reportEventComment(context, eventCommentId)),
  }),

  reportTalkComment: mutation({
    scopes: ['feedback'],
    description: `Reports a comment on a talk to the hosts of the event. ${REPORT}`,
    input: { talkCommentId: field.id('ID of the comment to report.') },
    payload: { talk: field.record('Talk', 'The talk, with the comment hidden.') },
    run: async (context, { talkCommentId }) =>
      changed(context, 'talk', await reportTalkComment(context, talkCommentId)),
  }),

  decideEventCommentReport: mutation({
    scopes: ['host'],
    description: `Decides on all reports of a comment on an event. ${DECIDE}`,
    input: {
      eventCommentId: field.id('ID of the reported comment.'),
      decision,
    },
    payload: { eventComment: field.record('EventComment', 'The comment, even if it remains hidden.') },
    run: async (context, { eventCommentId, decision }) => {
      const id = await decideEventCommentReport(context, eventCommentId, decision);
      return { eventComment: await context.reads.load('reportedEventComment', id) };
    },
  }),

  decideTalkCommentReport: mutation({
    scopes: ['host'],
    description: `Decides on all reports of a comment on a talk. ${DECIDE}`,
    input: {
      talkCommentId: field.id('ID of the reported comment.'),
      decision,
    },
    payload: { talkComment: field.record('TalkComment', 'The comment, even if it remains hidden.') },
    run: async (context, { talkCommentId, decision }) => {
      const id = await decideTalkCommentReport(context, talkCommentId, decision);
      return { talkComment: await context.reads.load('reportedTalkComment', id) };
    },
  }),
});
