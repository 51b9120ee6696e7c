import type { RowOf } from '../../database/sql/statement.js';
import { sql, type RawBuilder } from 'kysely';
import type { StoredImage } from '../../database/entities/event.entity.js';
import { policyColumn } from './feedback-policy.js';
import { forEachParent } from './parents.js';
import { byVisibility, isEventVisible, relatedToViewer, type ViewerArgument } from './visibility.js';
import { anyId, db, epoch, statement, type Parameters } from '../../database/sql/statement.js';
import { talkCommentCount } from './pending-counts.js';

/**
 * Events with all columns of a record; callers add the conditions.
 *
 * @param source complete rows of events, if not all of them
 */
export function eventRows(source?: RawBuilder<unknown>) {
  return db
    .selectFrom(source ? (source.as('e') as unknown as 'events as e') : 'events as e')
    .select([
      'e.id',
      'e.name',
      'e.slug',
      'e.description',
      'e.location',
      epoch('e.starts_at').as('startsAt'),
      epoch('e.ends_at').as('endsAt'),
      epoch<null>('e.starts_local').as('startsLocal'),
      epoch<null>('e.ends_local').as('endsLocal'),
      'e.time_zone as timeZone',
      'e.stub',
      'e.href as websiteUrl',
      'e.icon',
      'e.hashtag',
      'e.latitude',
      'e.longitude',
      'e.contact_name as contactName',
      epoch<null>('e.cfp_starts_at').as('cfpStartsAt'),
      epoch<null>('e.cfp_ends_at').as('cfpEndsAt'),
      epoch<null>('e.cfp_starts_local').as('cfpStartsLocal'),
      epoch<null>('e.cfp_ends_local').as('cfpEndsLocal'),
      'e.cfp_url as cfpUrl',
      'e.status',
      'e.is_private as isPrivate',
      epoch<null>('e.reviewed_at').as('reviewedAt'),
      'e.rejection_reason as rejectionReason',
      epoch<null>('e.cancelled_at').as('cancelledAt'),
      epoch<null>('e.withdrawn_at').as('withdrawnAt'),
      sql<string[]>`e.tags`.as('tags'),
      sql<StoredImage[]>`e.images`.as('storedImages'),
      'e.attendee_count as attendeeCount',
      'e.comment_count as commentCount',
      'e.rating_count as ratingCount',
      'e.rating_sum as ratingSum',
      'e.track_count as trackCount',
      'e.talk_count as talkCount',
      talkCommentCount.as('talkCommentCount'),
      policyColumn.as('policy'),
    ]);
}

export type EventRow = RowOf<ReturnType<typeof eventRows>>;

export const eventsById = byVisibility((visibility) =>
  statement(`events by id, ${visibility}`, ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) =>
    eventRows().where('e.id', '=', anyId($.keys)).where(isEventVisible(visibility, $)),
  ),
);

/** Visibility of an event, its time zone and lengths of its lists: all that its lists need. */
export const eventFramesById = byVisibility((visibility) =>
  statement(`event frames by id, ${visibility}`, ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) =>
    db
      .selectFrom('events as e')
      .select(['e.id', 'e.talk_count as talkCount', 'e.track_count as trackCount', 'e.comment_count as commentCount'])
      .select('e.time_zone as timeZone')
      .where('e.id', '=', anyId($.keys))
      .where(isEventVisible(visibility, $)),
  ),
);

/** Compares the quicklink's name case-insensitively (contract §3.2). */
export const eventByStub = byVisibility((visibility) =>
  statement(`event by stub, ${visibility}`, ($: Parameters<{ key: string } & ViewerArgument>) =>
    eventRows()
      .where(sql<boolean>`lower(e.stub) = lower(${$.key})`)
      .where(isEventVisible(visibility, $)),
  ),
);

/** Hidden events may share a slug: prefers the public event, then the oldest. */
export const eventBySlug = byVisibility((visibility) =>
  statement(`event by slug, ${visibility}`, ($: Parameters<{ key: string } & ViewerArgument>) =>
    eventRows()
      .where(sql<boolean>`e.slug = ${$.key}`)
      .where(isEventVisible(visibility, $))
      .orderBy(sql`e.is_public desc, e.id`)
      .limit(1),
  ),
);

export const hostedByViewer = relatedToViewer('events hosted by viewer', 'event_hosts', 'event_id');
export const attendedByViewer = relatedToViewer('events attended by viewer', 'event_attendees', 'event_id');

/** Number of visible event comments per rating, from the same raters as the average (contract §4.5). */
export const eventRatingDistribution = statement(
  'event rating distribution',
  ($: Parameters<{ keys: readonly string[] }>) =>
    forEachParent(
      { parents: $.keys },
      db
        .selectFrom('event_comments as c')
        .select(['c.rating', sql<number>`count(*)::int`.as('count')])
        .where(sql<boolean>`c.event_id = parents.parent and not c.is_hidden and c.rating > 0 and c.author_counts`)
        .groupBy('c.rating'),
    ),
);
