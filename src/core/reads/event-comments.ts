import { sql } from 'kysely';
import { key, type Order } from './order.js';
import { childList } from './page.js';
import { byVisibility, isEventVisible, type ViewerArgument } from './visibility.js';
import { anyId, db, epoch, statement, type Parameters, type RowOf } from '../../database/sql/statement.js';

/**
 * Comments with the time zone of their event `e`. Reported comments are hidden from all viewers (spec §3). Loading the
 * author checks whether the author is active.
 */
function eventCommentRows() {
  return db
    .selectFrom('event_comments as c')
    .innerJoin('events as e', 'e.id', 'c.event_id')
    .select([
      'c.id',
      'c.event_id as eventId',
      'c.user_id as userId',
      'c.rating',
      'c.comment as text',
      'c.source',
      epoch('c.created_at').as('createdAtSeconds'),
      'e.time_zone as timeZone',
    ]);
}

export type EventCommentRow = RowOf<ReturnType<typeof eventCommentRows>>;

export const eventCommentsById = byVisibility((visibility) =>
  statement(`event comments by id, ${visibility}`, ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) =>
    eventCommentRows()
      .where('c.id', '=', anyId($.keys))
      .where('c.is_hidden', '=', false)
      .where(isEventVisible(visibility, $)),
  ),
);

/** Includes hidden comments, because hosts read them in reports. */
export const reportedEventCommentsById = statement(
  'reported event comments by id',
  ($: Parameters<{ keys: readonly string[] }>) => eventCommentRows().where('c.id', '=', anyId($.keys)),
);

export const commentsOfEvent = childList(
  'comments of event',
  (): Order => [key('c.created_at', 'createdAtSeconds', 'time', 'desc'), key('c.id', 'id', 'id', 'desc')],
  (_: Parameters<ViewerArgument>) =>
    eventCommentRows()
      .where(sql<boolean>`c.event_id = parents.parent`)
      .where(sql<boolean>`not c.is_hidden`),
);
