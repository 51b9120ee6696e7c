import { sql } from 'kysely';
import { key, nameKey, type Order } from './order.js';
import { childList } from './page.js';
import { byVisibility, isEventVisible, type ViewerArgument } from './visibility.js';
import { anyId, db, statement, type Parameters, type RowOf } from '../../database/sql/statement.js';

function trackRows() {
  return db
    .selectFrom('tracks as k')
    .select(['k.id', 'k.event_id as eventId', 'k.name', 'k.description', 'k.talk_count as talkCount']);
}

export type TrackRow = RowOf<ReturnType<typeof trackRows>>;

export const tracksById = byVisibility((visibility) =>
  statement(`tracks by id, ${visibility}`, ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) =>
    trackRows()
      .innerJoin('events as e', 'e.id', 'k.event_id')
      .where('k.id', '=', anyId($.keys))
      .where(isEventVisible(visibility, $)),
  ),
);

export const tracksOfEvent = childList(
  'tracks of event',
  (): Order => [nameKey('k.name', 'name'), key('k.id', 'id', 'id', 'asc')],
  (_: Parameters<ViewerArgument>) => trackRows().where(sql<boolean>`k.event_id = parents.parent`),
);
