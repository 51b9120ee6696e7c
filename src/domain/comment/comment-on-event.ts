import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { EventComment } from '../../entities/event-comment.entity.js';
import { EventHost } from '../../entities/event-host.entity.js';
import { requireViewer } from '../../rules.js';
import { commentDigest } from './comment-digest.js';
import { commentText, duplicateBy, givenRating, requireOpenComments, storedRating } from './comment-input.js';
import { isUncheckedComment } from './comment-spam.js';
import { lockUser } from '../locks.js';
import { eventPage } from '../pages.js';
import { inTransaction } from '../transaction.js';
import { visibleEvent, visibleUser } from '../visible.js';

export interface EventCommentInput {
  readonly eventId: string;
  readonly text: string;
  /** 1 to 5. Required, also where it does not count. */
  readonly rating?: number | null;
}

/**
 * Says something about an event (spec §4.3; the order of what is checked: contract §3.7). The rating becomes 0 for its
 * hosts and for whoever has rated it already.
 *
 * @returns the id of the comment
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE
 */
export async function commentOnEvent(context: Context, input: EventCommentInput): Promise<string> {
  const { services, now, website } = context;
  const viewer = requireViewer(context.viewer);
  const event = await visibleEvent(context, input.eventId);
  const rating = givenRating(input.rating);
  const text = commentText(input.text);
  requireOpenComments(services.policy.enforceCommentWindow, event.commentsOpen);
  await context.limits.consume('event_comments_user', viewer.id);

  const author = await visibleUser(context, viewer.id);
  const page = eventPage(website, event.slug);
  const isUnchecked = await isUncheckedComment(context, { kind: 'event_comment', text, author, page });

  return inTransaction(context, async (em) => {
    // Comments of one user come one after the other, so that each knows whether he has rated before.
    await lockUser(em, viewer.id);
    return em.insert(EventComment, {
      event: event.id,
      user: viewer.id,
      authorName: author.fullName,
      rating: storedRating(rating, await ratesInVain(em, event.id, viewer.id)),
      comment: text,
      source: viewer.application?.name ?? services.policy.productName,
      digest: commentDigest(text),
      isUnchecked,
      createdAt: new Date(now * 1000),
    });
  }).catch(duplicateBy('event_comments_digest_key'));
}

/** Hosts do not rate their own event, and nobody rates one twice; hidden ratings count (contract §4.5). */
async function ratesInVain(em: EntityManager, event: string, user: string): Promise<boolean> {
  return (
    (await em.count(EventHost, { event, user })) > 0 ||
    (await em.count(EventComment, { event, user, rating: { $gt: 0 } })) > 0
  );
}
