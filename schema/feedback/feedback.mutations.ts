import { discloseAuthor, type CommentReference } from '../../src/core/feedback/disclose-author.js';
import { setFeedbackPolicy } from '../../src/core/feedback/set-policy.js';
import { domainError } from '../../src/core/errors.js';
import { revokeSharedFeedback, shareFeedback } from '../../src/core/feedback/share-feedback.js';
import { field, nullable, optional } from '../fields.js';
import { parseNodeId } from '../node.js';
import { changed, deletedNode, mutation, mutations, nodeIdOfDeleted } from '../root-fields.js';
import { policyFields } from './policy.type.js';

const isComment = (type: string): type is CommentReference['type'] => type === 'EventComment' || type === 'TalkComment';

/** @throws DomainError NOT_FOUND if it does not identify a comment */
function commentOf(nodeId: string): CommentReference {
  const { type, id } = parseNodeId(nodeId) ?? { type: '', id: '' };
  if (!isComment(type)) throw domainError('NOT_FOUND', 'COMMENT_UNKNOWN');
  return { type, id };
}

export const feedbackMutations = mutations({
  setFeedbackPolicy: mutation({
    scopes: ['host'],
    description:
      'Changes the given fields of the feedback policy of an event. Omitted fields are unchanged; null clears `revealAfterComments` and `revealAfterHours`, and is rejected for the others. A name that is hidden when the comment is written or edited stays hidden. Requires a host of the event or a site administrator. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { ...optional(policyFields), eventId: field.id('ID of the event.') },
    payload: { event: field.record('Event', 'The event, with its updated policy.') },
    run: async (context, { eventId, ...changes }) =>
      changed(context, 'event', await setFeedbackPolicy(context, eventId, changes)),
  }),

  shareFeedback: mutation({
    scopes: ['speak'],
    description:
      'Shares the public comments on a talk by a secret URL, which requires no login. Requires a speaker of the talk; at most 20 shares per speaker and talk. A share becomes invalid when the speaker is unlinked from the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: {
      talkId: field.id('ID of the talk.'),
      commentIds: nullable.ids(
        'IDs of the public comments to share, 1 to 500. All public comments on the talk, including future ones, if omitted or null.',
      ),
      includeRatings: field.boolean('Whether to share the ratings of the talk.'),
      expiresAt: nullable.tolerantDateTime('Time of expiry, in the future; never if omitted or null.'),
    },
    payload: {
      url: field.url('The secret URL of an HTML page; append `.json` for JSON. It cannot be retrieved again.'),
      share: field.record('SharedFeedback', 'The shared feedback.'),
      talk: field.record('Talk', 'The talk, with its shares.'),
    },
    run: async (context, input) => {
      const { id, url, talkId } = await shareFeedback(context, input);
      return {
        ...(await changed(context, 'talk', talkId)),
        url,
        share: await context.reads.load('sharedFeedback', id),
      };
    },
  }),

  revokeSharedFeedback: mutation({
    scopes: ['speak'],
    description: 'Revokes shared feedback of the viewer at once. Errors: UNAUTHENTICATED, NOT_FOUND.',
    input: { shareId: field.id('ID of the share.') },
    payload: {
      deletedNodeId: deletedNode('share'),
      talk: field.record('Talk', 'The talk, with its remaining shares.'),
    },
    run: async (context, { shareId }) => ({
      ...(await changed(context, 'talk', await revokeSharedFeedback(context, shareId))),
      deletedNodeId: nodeIdOfDeleted('SharedFeedback', shareId),
    }),
  }),

  discloseAuthor: mutation({
    scopes: ['host'],
    description:
      'Discloses the hidden author of a comment to the viewer. The disclosure is recorded, and the author receives the name of the viewer and the reason by mail. Idempotent per viewer and comment. Requires a host of the event or a site administrator who neither speaks at nor claims the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: {
      commentNodeId: field.id('The `nodeId` of the comment on an event or on a talk.'),
      reason: field.string('Reason of the disclosure, 1 to 1000 characters. It is sent to the author.'),
    },
    payload: { comment: field.record('Comment', 'The comment, with its author.') },
    run: async (context, { commentNodeId, reason }) => {
      const comment = commentOf(commentNodeId);
      await discloseAuthor(context, comment, reason);
      return { comment: await context.reads.load(`reported${comment.type}`, comment.id) };
    },
  }),
});
