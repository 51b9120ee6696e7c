import type { Context } from '../../context.js';
import { TalkComment } from '../../entities/talk-comment.entity.js';
import { DomainError, fail } from '../../errors.js';
import { mayEditComment, permit, requireViewer } from '../../rules.js';
import { commentDigest } from './comment-digest.js';
import { commentText, duplicateBy } from './comment-input.js';
import { isUncheckedComment } from './comment-spam.js';
import { lockEvent, lockTalk } from '../locks.js';
import { talkPage } from '../pages.js';
import { inTransaction } from '../transaction.js';
import { visibleTalk, visibleTalkComment, visibleUser } from '../visible.js';

export interface TalkCommentEdit {
  readonly talkCommentId: string;
  readonly text: string;
}

/**
 * Says it in other words, for a while after it was said; the rating stays (contract §3.6, where a missing text is told
 * before anything about the comment).
 *
 * @returns the id of the comment
 * @throws DomainError UNAUTHENTICATED, INVALID, NOT_FOUND, FORBIDDEN, SPAM, DUPLICATE
 */
export async function editTalkComment(context: Context, input: TalkCommentEdit): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const text = commentText(input.text);
  const comment = await visibleTalkComment(context, input.talkCommentId);
  permit(mayEditComment(viewer, comment.userId), 'AUTHOR_ONLY');
  const minutes = context.services.policy.commentEditMinutes;
  if (context.now > comment.createdAtSeconds + minutes * 60) {
    throw new DomainError('INVALID', [{ reason: 'EDIT_TIME_OVER', limit: minutes }]);
  }

  const [talk, author] = await Promise.all([visibleTalk(context, comment.talkId), visibleUser(context, viewer.id)]);
  const page = talkPage(context.website, talk.stub);
  const isUnchecked = await isUncheckedComment(context, { kind: 'talk_comment', text, author, page });

  await inTransaction(context, async (em) => {
    await lockEvent(em, talk.eventId);
    await lockTalk(em, talk.id);
    // Somebody may have reported it in the meantime.
    const edited = await em.nativeUpdate(
      TalkComment,
      { id: comment.id, isHidden: false },
      { comment: text, digest: commentDigest(text), isUnchecked, editedAt: new Date(context.now * 1000) },
    );
    if (edited === 0) throw fail('NOT_FOUND', 'COMMENT_UNKNOWN');
  }).catch(duplicateBy('talk_comments_digest_key'));
  return comment.id;
}
