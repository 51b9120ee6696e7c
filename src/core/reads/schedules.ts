import { sql } from 'kysely';
import { key, type Order } from './order.js';
import { childList } from './page.js';
import type { Visibility } from '../rules.js';
import { byVisibility, isEventVisible, isInEventAudience, type ViewerArgument } from './visibility.js';
import {
  anyId,
  db,
  epoch,
  statement,
  type Parameters,
  type RowOf,
  type RowOfStatement,
} from '../../database/sql/statement.js';

/** How long calendars show a deleted talk as cancelled. */
const CANCELLED_DAYS = 60;

type ByKeys = Parameters<{ keys: readonly string[] }>;

/** What the schedules of other systems know of a record, besides its row. */
export interface ScheduleRow {
  readonly id: string;
  readonly guid: string;
  readonly revision: number;
  /** In seconds since 1970. */
  readonly changedAt: number;
}

export const scheduleOfEvents = statement('schedule of events', ($: ByKeys) =>
  db
    .selectFrom('events as e')
    .select(['e.id', 'e.guid', 'e.schedule_revision as revision', epoch('e.changed_at').as('changedAt')])
    .where('e.id', '=', anyId($.keys)),
);

/** Rooms that were renamed or imported. */
const roomGuids = sql<{ event_id: string; room: string; guid: string }>`room_guids`.as('r');

export const scheduleOfTalks = statement('schedule of talks', ($: ByKeys) =>
  db
    .selectFrom('talks as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .leftJoin(roomGuids, (join) => join.onRef('r.event_id', '=', 't.event_id').onRef('r.room', '=', 't.room'))
    .select(['t.id', 't.guid', 't.room', 't.schedule_revision as revision', epoch('t.changed_at').as('changedAt')])
    .select(['e.guid as eventGuid', 't.guid_is_copied as isCopied', 'r.guid as storedRoomGuid'])
    .where('t.id', '=', anyId($.keys)),
);

export type TalkScheduleRow = RowOfStatement<typeof scheduleOfTalks>;

/** Talks that were deleted while their event was not public stay for its hosts and site administrators. */
function cancelledTalkRows(visibility: Visibility, $: Parameters<ViewerArgument>) {
  return db
    .selectFrom('deleted_talks as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .select(['t.id', 't.guid', 't.title', 't.duration_minutes as durationMinutes', 't.revision'])
    .select([epoch('t.starts_at').as('startsAt'), epoch('t.deleted_at').as('deletedAt'), 'e.time_zone as timeZone'])
    .select(['e.guid as eventGuid', 't.guid_is_copied as isCopied'])
    .where(sql<boolean>`t.deleted_at > now() - ${sql.lit(CANCELLED_DAYS)} * interval '1 day'`)
    .where(isInEventAudience(visibility, sql<boolean>`t.was_public`, $));
}

export type CancelledTalkRow = RowOf<ReturnType<typeof cancelledTalkRows>>;

/** The talks of an event that were deleted in the last 60 days, earliest start first. */
export const cancelledTalksOfEvent = byVisibility((visibility) =>
  childList(
    `cancelled talks of event, ${visibility}`,
    (): Order => [key('t.starts_at', 'startsAt', 'time', 'asc'), key('t.id', 'id', 'id', 'asc')],
    ($: Parameters<ViewerArgument>) =>
      cancelledTalkRows(visibility, $).where(sql<boolean>`t.event_id = parents.parent`),
  ),
);

export const cancelledTalksById = byVisibility((visibility) =>
  statement(`cancelled talks by id, ${visibility}`, ($: ByKeys & Parameters<ViewerArgument>) =>
    cancelledTalkRows(visibility, $).where('t.id', '=', anyId($.keys)).where(isEventVisible(visibility, $)),
  ),
);

/** Deletes what no calendar shows any more. */
export const deleteOldCancelledTalks = statement(
  'delete old cancelled talks',
  () => sql<object>`delete from deleted_talks where deleted_at < now() - ${sql.lit(CANCELLED_DAYS)} * interval '1 day'`,
);
