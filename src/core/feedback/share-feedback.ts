import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { hashToken, newToken } from '../common/bearer-token.js';
import { sharedFeedbackUrl } from '../common/page-urls.js';
import { Validation } from '../common/validation.js';
import { canonicalId, membershipOf, visibleTalk } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { optionalDate } from '../date/date-input.js';
import { domainError } from '../errors.js';
import { mayShareFeedback, permit, requireViewer } from '../rules.js';
import { lockUser } from '../common/locks.js';
import { statementsOf } from '../transaction/transactions.js';

const MAX_COMMENTS = 500;
/** Per speaker and talk. */
const MAX_SHARES = 20;

export interface FeedbackToShare {
  readonly talkId: string;
  /** Null for all public comments, including future ones. */
  readonly commentIds?: readonly string[] | null;
  readonly includeRatings: boolean;
  /** A date in any tolerated format; null if the share does not expire. */
  readonly expiresAt?: string | null;
}

/**
 * Shares the public comments on a talk by a secret URL. Stores only the hash of the secret.
 *
 * @returns the URL, which cannot be retrieved again, and the ID of the share
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID
 */
export async function shareFeedback(
  context: Context,
  input: FeedbackToShare,
): Promise<{ readonly id: string; readonly url: string; readonly talkId: string }> {
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, input.talkId);
  permit(mayShareFeedback(viewer, await membershipOf(context, talk.eventId, talk.id)), 'SPEAKERS_ONLY');
  const comments = await sharedComments(context, talk.id, input.commentIds ?? null);
  const expiresAt = expiryOf(context, input.expiresAt ?? null, talk.timeZone);
  const secret = newToken();
  const id = await context.transactions.withEntities(async (em) => {
    // Serializes the shares of one user, so that each counts the others.
    await lockUser(em, viewer.id);
    const [stored] = await statementsOf(em).run(insertShare, {
      ...{ event: talk.eventId, talk: talk.id, user: viewer.id, secretHash: hashToken(secret), comments },
      ...{ includesRatings: input.includeRatings, now: context.now, expiresAt, limit: MAX_SHARES },
    });
    if (!stored) throw domainError('INVALID', 'TOO_MANY_SHARES', undefined, MAX_SHARES);
    return stored.id;
  });
  return { id, url: sharedFeedbackUrl(context.origin, secret), talkId: talk.id };
}

/** @throws DomainError INVALID unless all are public comments on the talk */
async function sharedComments(
  { reads }: Context,
  talkId: string,
  ids: readonly string[] | null,
): Promise<string[] | null> {
  if (ids === null) return null;
  if (ids.length > MAX_COMMENTS) throw domainError('INVALID', 'TOO_MANY_NODES', 'commentIds', MAX_COMMENTS);
  const known = ids.map((id) => canonicalId(id) ?? '0');
  const comments = await Promise.all(known.map((id) => reads.load('talkComment', id)));
  const isShareable = comments.every((comment) => comment?.talkId === talkId && !comment.isPrivate);
  if (!isShareable || ids.length === 0) throw domainError('INVALID', 'COMMENT_UNKNOWN', 'commentIds');
  return known;
}

/** @returns ISO 8601 @throws DomainError INVALID for an unreadable date, or one that has passed */
function expiryOf({ now }: Context, text: string | null, zone: string): string | null {
  const validation = new Validation();
  const expiresAt = optionalDate(validation, 'expiresAt', text, { zone, now });
  if (expiresAt && expiresAt.getTime() <= now * 1000) validation.add('DATE_PASSED', 'expiresAt');
  validation.throwIfInvalid();
  return expiresAt?.toISOString() ?? null;
}

/**
 * Revokes a share of the viewer at once.
 *
 * @returns the ID of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND
 */
export async function revokeSharedFeedback(context: Context, shareId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const id = canonicalId(shareId);
  const deleted =
    id === null
      ? []
      : await context.transactions.withEntities((em) =>
          statementsOf(em).run(deleteShare, { share: id, user: viewer.id }),
        );
  if (!deleted[0]) throw domainError('NOT_FOUND', 'SHARE_UNKNOWN');
  return deleted[0].talkId;
}

interface NewShare {
  readonly event: string;
  readonly talk: string;
  readonly user: string;
  readonly secretHash: string;
  readonly comments: readonly string[] | null;
  readonly includesRatings: boolean;
  readonly now: number;
  readonly expiresAt: string | null;
  readonly limit: number;
}

/** Deletes the shares that have expired. */
export async function deleteExpiredShares(run: Run): Promise<void> {
  await run(expiredShares, {});
}

const expiredShares = statement<object, object>(
  'delete expired shares',
  () => sql<object>`delete from shared_feedback where expires_at <= now()`,
);

/** No row if the speaker has too many valid shares of the talk. */
const insertShare = statement(
  'insert share',
  ($: Parameters<NewShare>) => sql<{ id: string }>`
    insert into shared_feedback (event_id, talk_id, user_id, secret_hash, comment_ids, includes_ratings, created_at,
      expires_at)
    select ${$.event}::bigint, ${$.talk}::bigint, ${$.user}::bigint, ${$.secretHash}, ${$.comments}::bigint[],
      ${$.includesRatings}::boolean, to_timestamp(${$.now}::float8), ${$.expiresAt}::timestamptz
    where (select count(*) from shared_feedback where talk_id = ${$.talk}::bigint and user_id = ${$.user}::bigint
      and (expires_at is null or expires_at > to_timestamp(${$.now}::float8))) < ${$.limit}::int
    returning id`,
);

const deleteShare = statement(
  'delete share',
  ($: Parameters<{ share: string; user: string }>) => sql<{ talkId: string }>`
    delete from shared_feedback where id = ${$.share}::bigint and user_id = ${$.user}::bigint
    returning talk_id as "talkId"`,
);
