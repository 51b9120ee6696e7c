import type { Context } from '../../context.js';
import { fail } from '../../errors.js';
import { requireViewer } from '../../rules.js';
import { noteComment, requireCommentAllowance } from './comment-allowance.js';
import { commentDigest } from './comment-digest.js';
import { commentText, duplicateBy, givenRating, requireOpenComments, storedRating } from './comment-input.js';
import { isUncheckedComment } from './comment-spam.js';
import { commentCircumstances, holdUser, insertTalkComment } from './insert-talk-comment.js';
import { talkPage } from '../pages.js';
import { inPreparedTransaction } from '../transaction.js';
import { visibleTalk, visibleUser } from '../visible.js';

export interface TalkCommentInput {
  readonly talkId: string;
  readonly text: string;
  /** 1 to 5. Required, also where it does not count. */
  readonly rating?: number | null;
}

/**
 * Says something about a talk (spec §4.6; the order of what is checked: contract §3.6). The rating becomes 0 for its
 * speakers and for whoever has rated it already.
 *
 * @returns the id of the comment
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE
 */
export async function commentOnTalk(context: Context, input: TalkCommentInput): Promise<string> {
  const { services, now, website } = context;
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, input.talkId);
  const text = commentText(input.text);
  const rating = givenRating(input.rating);
  requireOpenComments(services.policy.enforceCommentWindow, talk.commentsOpen);
  await requireCommentAllowance(context, context.reads.scope.run, viewer.id);

  const author = await visibleUser(context, viewer.id);
  const page = talkPage(website, talk.stub);
  const isUnchecked = await isUncheckedComment(context, { kind: 'talk_comment', text, author, page });

  const { id, allowance } = await inPreparedTransaction(context, async (transaction) => {
    const { run, runLast } = transaction;
    // Comments of one user come one after the other, so that each counts the others, and knows whether he has rated before.
    const [held, [circumstances], allowance] = await Promise.all([
      run(holdUser, { user: viewer.id }),
      run(commentCircumstances, { talk: talk.id, user: viewer.id }),
      requireCommentAllowance(context, run, viewer.id),
    ]);
    if (held.length === 0) throw fail('NOT_FOUND', 'USER_UNKNOWN');
    if (!circumstances) throw fail('NOT_FOUND', 'TALK_UNKNOWN');
    const { eventName, speakerAddresses: to } = circumstances;
    const counted = storedRating(rating, circumstances.ratesInVain);
    const told = { talkTitle: talk.title, eventName, commenter: author.fullName, comment: text, talkUrl: page };
    await services.mail.queue(transaction, [{ kind: 'talk_commented', to, data: { ...told, rating: counted } }]);
    const [stored] = await runLast(insertTalkComment, {
      event: talk.eventId,
      talk: talk.id,
      user: viewer.id,
      rating: counted,
      comment: text,
      source: viewer.application?.name ?? services.policy.productName,
      digest: commentDigest(text),
      isUnchecked,
      createdAt: new Date(now * 1000).toISOString(),
    });
    if (!stored) throw new Error('PostgreSQL stored a comment without a number');
    return { id: stored.id, allowance };
  }).catch(duplicateBy('talk_comments_digest_key'));
  noteComment(context, allowance);
  return id;
}
