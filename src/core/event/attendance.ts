import { sql } from 'kysely';
import type { Context } from '../context.js';
import { EventAttendee } from '../../database/entities/event.entity.js';
import { requireViewer } from '../rules.js';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { visibleEvent } from '../common/visible-records.js';

/** Attendance: every authenticated user sets and clears their own. The commands are idempotent (decisions no. 9). */

const insertAttendee = statement(
  'insert attendee',
  ($: Parameters<{ event: string; user: string }>) => sql<object>`
    insert into event_attendees (event_id, user_id) values (${$.event}::bigint, ${$.user}::bigint) on conflict do nothing`,
);

/**
 * Marks the viewer as attending.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND
 */
export async function attendEvent(context: Context, eventId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  await context.transactions.runStatement(insertAttendee, { event: id, user: viewer.id });
  return id;
}

/** Removes the viewer's attendance. Otherwise as `attendEvent`. */
export async function leaveEvent(context: Context, eventId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  await context.transactions.withEntities((em) => em.nativeDelete(EventAttendee, { event: id, user: viewer.id }));
  return id;
}
