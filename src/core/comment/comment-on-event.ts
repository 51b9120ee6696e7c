import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { EventComment } from '../../database/entities/event-comment.entity.js';
import { EventHost } from '../../database/entities/event-host.entity.js';
import { requireViewer } from '../rules.js';
import { commentDigest } from './comment-digest.js';
import { validateComment, rethrowDuplicate, storedRating } from './comment-input.js';
import { isUncheckedComment } from './comment-spam.js';
import { lockUser } from '../common/locks.js';
import { eventPageUrl } from '../common/page-urls.js';
import { inTransaction } from '../transaction/in-transaction.js';
import { visibleEvent, visibleUser } from '../common/visible-records.js';

export interface EventCommentInput {
  readonly eventId: string;
  readonly text: string;
  /** 1 to 5. Required, even if it does not count. */
  readonly rating?: number | null;
}

/**
 * Adds a comment to an event (spec §4.3; order of the checks: contract §3.7). The rating becomes 0 for hosts of the
 * event and for authors who have already rated it.
 *
 * @returns the ID of the comment
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE
 */
export async function commentOnEvent(context: Context, input: EventCommentInput): Promise<string> {
  const { services, now, website } = context;
  const viewer = requireViewer(context.viewer);
  const event = await visibleEvent(context, input.eventId);
  const { text, rating } = await validateComment(input, {
    order: ['rating', 'text'],
    isClosed: services.policy.enforceCommentWindow && !event.commentsOpen,
    isRatingIgnored: () => isRatingIgnored(context.em.fork(), event.id, viewer.id),
  });
  await context.limits.consume('event_comments_user', viewer.id);

  const author = await visibleUser(context, viewer.id);
  const page = eventPageUrl(website, event.slug);
  const isUnchecked = await isUncheckedComment(context, { kind: 'event_comment', text, author, page });

  return inTransaction(context, async (em) => {
    // Serializes the comments of one user, so that each sees earlier ratings.
    await lockUser(em, viewer.id);
    return em.insert(EventComment, {
      event: event.id,
      user: viewer.id,
      authorName: author.fullName,
      rating: storedRating(rating, await isRatingIgnored(em, event.id, viewer.id)),
      comment: text,
      source: viewer.application?.name ?? services.policy.productName,
      digest: commentDigest(text),
      isUnchecked,
      createdAt: new Date(now * 1000),
    });
  }).catch(rethrowDuplicate('event_comments_digest_key'));
}

/** Hosts do not rate their own event, and each user rates an event once; hidden ratings count (contract §4.5). */
async function isRatingIgnored(em: EntityManager, event: string, user: string): Promise<boolean> {
  return (
    (await em.count(EventHost, { event, user })) > 0 ||
    (await em.count(EventComment, { event, user, rating: { $gt: 0 } })) > 0
  );
}
