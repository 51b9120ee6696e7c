import type { Context } from '../context.js';
import { EventComment } from '../../database/entities/comment.entity.js';
import { domainError } from '../errors.js';
import { requireViewer } from '../rules.js';
import { commentDigest, commentText, rethrowDuplicate, isUncheckedComment } from './comment-input.js';
import { keepVersion } from './comment-versions.js';
import { requireEditable } from './editable-comment.js';
import { hideEditedName } from './hidden-name.js';
import { lockEvent } from '../common/locks.js';
import { visibleEvent, visibleEventComment, visibleUser } from '../common/visible-records.js';

export interface EventCommentEdit {
  readonly eventCommentId: string;
  readonly text: string;
}

/**
 * Replaces the text of a comment within the permitted editing time. The rating remains unchanged, and hosts can still
 * read the earlier text. Not in v2.1.
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
  const isUnchecked = await isUncheckedComment(context, {
    ...{ kind: 'event_comment', text, author, page },
    isNameHidden: comment.isNameHidden,
  });

  await context.transactions
    .withEntities(async (em) => {
      await lockEvent(em, event.id);
      await keepVersion(em, 'event_comment', comment.id, context.now);
      await hideEditedName(em, 'event_comment', comment.id);
      // A concurrent report may have hidden the comment.
      const edited = await em.nativeUpdate(
        EventComment,
        { id: comment.id, isHidden: false },
        { comment: text, digest: commentDigest(text), isUnchecked, editedAt: new Date(context.now * 1000) },
      );
      if (edited === 0) throw domainError('NOT_FOUND', 'COMMENT_UNKNOWN');
    })
    .catch(rethrowDuplicate('event_comments_digest_key'));
  return comment.id;
}
