import type { Context } from '../context.js';
import { EventComment } from '../../database/entities/comment.entity.js';
import { domainError } from '../errors.js';
import { mayWithdrawComment, permit, requireViewer } from '../rules.js';
import { commentDigest, commentText, rethrowDuplicate, isUncheckedComment } from './comment-input.js';
import { requireEditable } from './editable-comment.js';
import { lockEvent } from '../common/locks.js';
import { visibleEvent, visibleEventComment, visibleUser } from '../common/visible-records.js';

/** What the author of a comment on an event can do with it; v2.1 has neither. */

const unknown = () => domainError('NOT_FOUND', 'COMMENT_UNKNOWN');

export interface EventCommentEdit {
  readonly eventCommentId: string;
  readonly text: string;
}

/**
 * Replaces the text of a comment within the permitted editing time. The rating remains unchanged.
 *
 * @returns the ID of the comment
 * @throws DomainError UNAUTHENTICATED, INVALID, NOT_FOUND, FORBIDDEN, SPAM, DUPLICATE
 */
export async function editEventComment(context: Context, input: EventCommentEdit): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const text = commentText(input.text);
  const comment = await visibleEventComment(context, input.eventCommentId);
  requireEditable(context, viewer, comment);

  const [event, author] = await Promise.all([visibleEvent(context, comment.eventId), visibleUser(context, viewer.id)]);
  const page = context.pages.event(event.slug);
  const isUnchecked = await isUncheckedComment(context, { kind: 'event_comment', text, author, page });

  await context.transactions
    .withEntities(async (em) => {
      await lockEvent(em, event.id);
      // A concurrent report may have hidden the comment.
      const edited = await em.nativeUpdate(
        EventComment,
        { id: comment.id, isHidden: false },
        { comment: text, digest: commentDigest(text), isUnchecked, editedAt: new Date(context.now * 1000) },
      );
      if (edited === 0) throw unknown();
    })
    .catch(rethrowDuplicate('event_comments_digest_key'));
  return comment.id;
}

/**
 * Deletes a comment together with its rating, at any time. A comment that is hidden by a report remains for the hosts.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function withdrawEventComment(context: Context, eventCommentId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const comment = await visibleEventComment(context, eventCommentId);
  permit(mayWithdrawComment(viewer, comment.userId), 'AUTHOR_ONLY');
  await context.transactions.withEntities(async (em) => {
    await lockEvent(em, comment.eventId);
    // A concurrent report may have hidden the comment.
    if ((await em.nativeDelete(EventComment, { id: comment.id, isHidden: false })) === 0) throw unknown();
  });
  return comment.eventId;
}
