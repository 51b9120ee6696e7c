import type { Context } from '../context.js';
import { fail } from '../errors.js';
import { requireViewer } from '../rules.js';
import { noteComment, requireCommentAllowance } from './comment-allowance.js';
import { commentDigest } from './comment-digest.js';
import { checkedComment, duplicateBy, storedRating } from './comment-input.js';
import { isUncheckedComment } from './comment-spam.js';
import { commentCircumstances, holdUser, insertTalkComment } from './insert-talk-comment.js';
import { talkPage } from '../common/pages.js';
import { inPreparedTransaction } from '../transaction/transaction.js';
import { visibleTalk, visibleUser } from '../common/visible.js';

export interface TalkCommentInput {
  readonly talkId: string;
  readonly text: string;
  /** 1 to 5. Required, even if it does not count. */
  readonly rating?: number | null;
}

/**
 * Adds a comment to a talk (spec §4.6; order of the checks: contract §3.6). The rating becomes 0 for speakers of the
 * talk and for authors who have already rated it.
 *
 * @returns the ID of the comment
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE
 */
export async function commentOnTalk(context: Context, input: TalkCommentInput): Promise<string> {
  const { services, now, website } = context;
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, input.talkId);
  const { text, rating } = await checkedComment(input, {
    order: ['text', 'rating'],
    isClosed: services.policy.enforceCommentWindow && !talk.commentsOpen,
    isForced: async () => {
      const [known] = await context.reads.scope.run(commentCircumstances, { talk: talk.id, user: viewer.id });
      return known?.ratesInVain === true;
    },
  });
  await requireCommentAllowance(context, context.reads.scope.run, viewer.id);

  const author = await visibleUser(context, viewer.id);
  const page = talkPage(website, talk.stub);
  const isUnchecked = await isUncheckedComment(context, { kind: 'talk_comment', text, author, page });

  const { id, allowance } = await inPreparedTransaction(context, async (transaction) => {
    const { run, runLast } = transaction;
    // Serializes the comments of one user, so that each counts the others and sees earlier ratings.
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
    if (!stored) throw new Error('INSERT returned no comment ID');
    return { id: stored.id, allowance };
  }).catch(duplicateBy('talk_comments_digest_key'));
  noteComment(context, allowance);
  return id;
}
