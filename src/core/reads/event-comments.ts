import { sql } from 'kysely';
import type { Visibility } from '../rules.js';
import { authorColumns } from './feedback-policy.js';
import { key, type Order } from './order.js';
import { childList } from './page.js';
import { byVisibility, isEventVisible, type ViewerArgument } from './visibility.js';
import { anyId, db, epoch, statement, type Parameters, type RowOf } from '../../database/sql/statement.js';

/**
 * Comments with the time zone of their event `e`. Reported comments are hidden from all viewers (spec §3). Loading the
 * author checks whether the author is active. `createdAtSeconds` is their place in lists.
 */
function eventCommentRows(visibility: Visibility, $: Parameters<ViewerArgument>) {
  return db
    .selectFrom('event_comments as c')
    .innerJoin('events as e', 'e.id', 'c.event_id')
    .select([
      'c.id',
      'c.event_id as eventId',
      'c.rating',
      'c.comment as text',
      epoch('c.created_at').as('createdAtSeconds'),
      'e.time_zone as timeZone',
      ...authorColumns('event_comment_id', visibility, $),
    ]);
}

export type EventCommentRow = RowOf<ReturnType<typeof eventCommentRows>>;

export const eventCommentsById = byVisibility((visibility) =>
  statement(`event comments by id, ${visibility}`, ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) =>
    eventCommentRows(visibility, $)
      .where('c.id', '=', anyId($.keys))
      .where('c.is_hidden', '=', false)
      .where(isEventVisible(visibility, $)),
  ),
);

/** Includes hidden comments, because hosts read them in reports. */
export const reportedEventCommentsById = byVisibility((visibility) =>
  statement(
    `reported event comments by id, ${visibility}`,
    ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) =>
      eventCommentRows(visibility, $).where('c.id', '=', anyId($.keys)),
  ),
);

const newestFirst = (): Order => [
  key('c.created_at', 'createdAtSeconds', 'hidden time', 'desc'),
  key('c.id', 'id', 'id', 'desc'),
];

export const commentsOfEvent = byVisibility((visibility) =>
  childList(`comments of event, ${visibility}`, newestFirst, ($: Parameters<ViewerArgument>) =>
    eventCommentRows(visibility, $)
      .where(sql<boolean>`c.event_id = parents.parent`)
      .where(sql<boolean>`not c.is_hidden`),
  ),
);
