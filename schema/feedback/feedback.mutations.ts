import { discloseAuthor, type CommentReference } from '../../src/core/feedback/disclose-author.js';
import { setFeedbackPolicy } from '../../src/core/feedback/set-policy.js';
import { domainError } from '../../src/core/errors.js';
import { field, optional } from '../fields.js';
import { parseNodeId } from '../node.js';
import { changed, mutation, mutations } from '../root-fields.js';
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
      'Changes the given fields of the feedback policy of an event; the others are unchanged, and null clears a number. Comments whose name is hidden stay so under any later policy. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { ...optional(policyFields), eventId: field.id('ID of the event.') },
    payload: { event: field.record('Event', 'The event, with its updated policy.') },
    run: async (context, { eventId, ...changes }) =>
      changed(context, 'event', await setFeedbackPolicy(context, eventId, changes)),
  }),

  discloseAuthor: mutation({
    scopes: ['host'],
    description:
      'Discloses the hidden author of a comment to the viewer, who then sees the author. The disclosure is recorded, and the author receives the name of the viewer and the reason by mail. Requires a host of the event who neither speaks at nor claims the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: {
      commentNodeId: field.id('The `nodeId` of the comment on an event or on a talk.'),
      reason: field.string('Why the author must be identified; at most 1000 characters. The author receives it.'),
    },
    payload: { comment: field.record('Comment', 'The comment, with its author.') },
    run: async (context, { commentNodeId, reason }) => {
      const comment = commentOf(commentNodeId);
      await discloseAuthor(context, comment, reason);
      return { comment: await context.reads.load(`reported${comment.type}`, comment.id) };
    },
  }),
});
