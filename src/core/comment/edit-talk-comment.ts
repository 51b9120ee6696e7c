import type { Context } from '../context.js';
import { TalkComment } from '../../database/entities/comment.entity.js';
import { domainError } from '../errors.js';
import { requireViewer } from '../rules.js';
import { commentDigest, commentText, rethrowDuplicate, isUncheckedComment } from './comment-input.js';
import { keepVersion } from './comment-versions.js';
import { requireEditable } from './editable-comment.js';
import { hideEditedName } from './hidden-name.js';
import { lockEvent, lockTalk } from '../common/locks.js';
import { visibleTalk, visibleTalkComment, visibleUser } from '../common/visible-records.js';

export interface TalkCommentEdit {
  readonly talkCommentId: string;
  readonly text: string;
}

/**
 * Replaces the text of a comment within the permitted editing time. The rating remains unchanged (contract §3.6, which
 * reports a missing text before any problem with the comment). Hosts can still read the earlier text.
 *
 * @returns the ID of the comment
 * @throws DomainError UNAUTHENTICATED, INVALID, NOT_FOUND, FORBIDDEN, SPAM, DUPLICATE
 */
export async function editTalkComment(context: Context, input: TalkCommentEdit): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const text = commentText(input.text);
  const comment = await visibleTalkComment(context, input.talkCommentId);
  requireEditable(context, viewer, comment);

  const [talk, author] = await Promise.all([visibleTalk(context, comment.talkId), visibleUser(context, viewer.id)]);
  const page = context.pages.talk(talk.stub);
  const isUnchecked = await isUncheckedComment(context, {
    ...{ kind: 'talk_comment', text, author, page },
    isNameHidden: comment.isNameHidden,
  });

  await context.transactions
    .withEntities(async (em) => {
      await lockEvent(em, talk.eventId);
      await lockTalk(em, talk.id);
      await keepVersion(em, 'talk_comment', comment.id, context.now);
      await hideEditedName(em, 'talk_comment', comment.id);
      // A concurrent report may have hidden the comment.
      const edited = await em.nativeUpdate(
        TalkComment,
        { id: comment.id, isHidden: false },
        { comment: text, digest: commentDigest(text), isUnchecked, editedAt: new Date(context.now * 1000) },
      );
      if (edited === 0) throw domainError('NOT_FOUND', 'COMMENT_UNKNOWN');
    })
    .catch(rethrowDuplicate('talk_comments_digest_key'));
  return comment.id;
}
