import { sql } from 'kysely';
import type { Context } from '../context.js';
import { EventComment } from '../../database/entities/comment.entity.js';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { statementsOf } from '../transaction/transactions.js';
import { recordCommentChange } from '../changes/record-change.js';
import { localMidnight } from '../date/local-time.js';
import { domainError } from '../errors.js';
import { requireViewer } from '../rules.js';
import { earlierComments, namePrivacy, randomCommentId, type CommentCircumstances } from './hidden-name.js';
import {
  commentDigest,
  isUncheckedComment,
  ratingIgnoredReason,
  rethrowDuplicate,
  storedRating,
  validateComment,
  type PostedComment,
} from './comment-input.js';
import { lockUser } from '../common/locks.js';
import { visibleEvent, visibleUser } from '../common/visible-records.js';

export interface EventCommentInput {
  readonly eventId: string;
  readonly text: string;
  /** 1 to 5. Required, even if it does not count, unless the event has no ratings. */
  readonly rating?: number | null;
  /** Hides the name of the author, where the event permits it. */
  readonly hideName?: boolean | null;
}

/**
 * Adds a comment to an event (spec §4.3; order of the checks: contract §3.7). The rating becomes 0 for hosts of the
 * event and for authors who have already rated it.
 *
 * @returns the ID of the comment, and why its rating does not count
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE
 */
export async function commentOnEvent(context: Context, input: EventCommentInput): Promise<PostedComment> {
  const { services, now, pages } = context;
  const viewer = requireViewer(context.viewer);
  const event = await visibleEvent(context, input.eventId);
  const { text, rating, isNameHidden } = await validateComment(input, {
    order: ['rating', 'text'],
    policy: event.policy,
    isClosed: services.policy.enforceCommentWindow && !event.commentsOpen,
    isRatingIgnored: async () => (await circumstancesOf(context.reads.scope.run, event.id, viewer.id)).ratesInVain,
  });
  await context.limits.consume('event_comments_user', viewer.id);

  const author = await visibleUser(context, viewer.id);
  const page = pages.event(event.slug);
  const isUnchecked = await isUncheckedComment(context, { kind: 'event_comment', text, author, isNameHidden, page });

  return context.transactions
    .withEntities(async (em) => {
      // Serializes the comments of one user, so that each sees earlier ratings.
      await lockUser(em, viewer.id);
      const { run } = statementsOf(em);
      const circumstances = await circumstancesOf(run, event.id, viewer.id);
      const privacy = namePrivacy(circumstances, input.hideName);
      const ignored = ratingIgnoredReason(circumstances);
      const at = new Date(now * 1000);
      const id = await em.insert(EventComment, {
        ...privacy,
        ...(privacy.isNameHidden
          ? {
              id: await randomCommentId(run, 'event_comments'),
              createdAt: new Date(localMidnight(now, event.timeZone) * 1000),
              postedAt: at,
            }
          : { authorName: author.fullName, createdAt: at }),
        event: event.id,
        user: viewer.id,
        rating: storedRating(rating, ignored !== null),
        comment: text,
        source: viewer.application?.name ?? services.policy.productName,
        digest: commentDigest(text),
        isUnchecked,
      });
      await recordCommentChange(run, 'event_comment', 'created', id);
      return { id, ratingIgnoredReason: ignored };
    })
    .catch(rethrowDuplicate('event_comments_digest_key'));
}

/** Hosts do not rate their own event, and each user rates an event once; hidden ratings count (contract §4.5). */
const eventCommentCircumstances = statement(
  'event comment circumstances',
  ($: Parameters<{ event: string; user: string }>) => sql<CommentCircumstances>`
    select e.feedback_names as names, e.feedback_ratings as ratings,
      earlier."hasComment", earlier."hasHiddenComment", earlier."hasRated",
      earlier."hasRated" or exists (select from event_hosts h where h.event_id = e.id and h.user_id = ${$.user}::bigint)
        as "ratesInVain"
    from events e, ${earlierComments('event_comments', $)} earlier where e.id = ${$.event}::bigint`,
);

/** @throws DomainError NOT_FOUND if the event has been deleted concurrently */
async function circumstancesOf(run: Run, event: string, user: string): Promise<CommentCircumstances> {
  const [known] = await run(eventCommentCircumstances, { event, user });
  if (!known) throw domainError('NOT_FOUND', 'EVENT_UNKNOWN');
  return known;
}
