import { sql } from 'kysely';
import type { Context } from '../context.js';
import { EventComment } from '../../database/entities/comment.entity.js';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { statementsOf } from '../transaction/transactions.js';
import { requireViewer } from '../rules.js';
import { commentDigest, validateComment, rethrowDuplicate, storedRating, isUncheckedComment } from './comment-input.js';
import { lockUser } from '../common/locks.js';
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
  const { services, now, pages } = context;
  const viewer = requireViewer(context.viewer);
  const event = await visibleEvent(context, input.eventId);
  const { text, rating } = await validateComment(input, {
    order: ['rating', 'text'],
    isClosed: services.policy.enforceCommentWindow && !event.commentsOpen,
    isRatingIgnored: () => isRatingIgnored(context.reads.scope.run, event.id, viewer.id),
  });
  await context.limits.consume('event_comments_user', viewer.id);

  const author = await visibleUser(context, viewer.id);
  const page = pages.event(event.slug);
  const isUnchecked = await isUncheckedComment(context, { kind: 'event_comment', text, author, page });

  return context.transactions
    .withEntities(async (em) => {
      // Serializes the comments of one user, so that each sees earlier ratings.
      await lockUser(em, viewer.id);
      return em.insert(EventComment, {
        event: event.id,
        user: viewer.id,
        authorName: author.fullName,
        rating: storedRating(rating, await isRatingIgnored(statementsOf(em).run, event.id, viewer.id)),
        comment: text,
        source: viewer.application?.name ?? services.policy.productName,
        digest: commentDigest(text),
        isUnchecked,
        createdAt: new Date(now * 1000),
      });
    })
    .catch(rethrowDuplicate('event_comments_digest_key'));
}

const ratesEventInVain = statement(
  'rates event in vain',
  ($: Parameters<{ event: string; user: string }>) => sql<{ isIgnored: boolean }>`
    select exists (select from event_hosts where event_id = ${$.event}::bigint and user_id = ${$.user}::bigint)
      or exists (select from event_comments
        where event_id = ${$.event}::bigint and user_id = ${$.user}::bigint and rating > 0) as "isIgnored"`,
);

/** Hosts do not rate their own event, and each user rates an event once; hidden ratings count (contract §4.5). */
async function isRatingIgnored(run: Run, event: string, user: string): Promise<boolean> {
  const [known] = await run(ratesEventInVain, { event, user });
  return known?.isIgnored === true;
}
