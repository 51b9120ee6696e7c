import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { TalkComment } from '../../entities/talk-comment.entity.js';
import { TalkSpeaker } from '../../entities/talk-speaker.entity.js';
import { requireViewer } from '../../rules.js';
import { noteComment, requireCommentAllowance } from './comment-allowance.js';
import { commentDigest } from './comment-digest.js';
import { commentText, duplicateBy, givenRating, requireOpenComments, storedRating } from './comment-input.js';
import { isUncheckedComment } from './comment-spam.js';
import { lockUser } from '../locks.js';
import { talkPage } from '../pages.js';
import { speakerAddresses } from '../recipients.js';
import { inTransaction } from '../transaction.js';
import { visibleEvent, visibleTalk, visibleUser } from '../visible.js';

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
  await inTransaction(context, (em) => requireCommentAllowance(context, em, viewer.id));

  const [event, author] = await Promise.all([visibleEvent(context, talk.eventId), visibleUser(context, viewer.id)]);
  const page = talkPage(website, talk.stub);
  const isUnchecked = await isUncheckedComment(context, { kind: 'talk_comment', text, author, page });

  const { id, allowance } = await inTransaction(context, async (em) => {
    // Comments of one user come one after the other, so that each counts the others, and knows whether he has rated before.
    await lockUser(em, viewer.id);
    const allowance = await requireCommentAllowance(context, em, viewer.id);
    const stored = storedRating(rating, await ratesInVain(em, talk.id, viewer.id));
    const id = await em.insert(TalkComment, {
      event: talk.eventId,
      talk: talk.id,
      user: viewer.id,
      rating: stored,
      comment: text,
      source: viewer.application?.name ?? services.policy.productName,
      digest: commentDigest(text),
      isUnchecked,
      createdAt: new Date(now * 1000),
    });
    const data = { talkTitle: talk.title, eventName: event.name, commenter: author.fullName };
    await services.mail.queue(em, [
      {
        kind: 'talk_commented',
        to: await speakerAddresses(em, talk.id, viewer.id),
        data: { ...data, rating: stored, comment: text, talkUrl: page },
      },
    ]);
    return { id, allowance };
  }).catch(duplicateBy('talk_comments_digest_key'));
  noteComment(context, allowance);
  return id;
}

/** Speakers do not rate their own talk, and nobody rates one twice; hidden ratings count (contract §4.5). */
async function ratesInVain(em: EntityManager, talk: string, user: string): Promise<boolean> {
  return (
    (await em.count(TalkSpeaker, { talk, user })) > 0 ||
    (await em.count(TalkComment, { talk, user, rating: { $gt: 0 } })) > 0
  );
}
