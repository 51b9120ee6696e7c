import { sql } from 'kysely';
import type { Context } from '../context.js';
import { EventAttendee } from '../entities/event-attendee.entity.js';
import { TalkStar } from '../entities/talk-star.entity.js';
import { requireViewer } from '../rules.js';
import { statement, type Parameters } from '../reads/statement.js';
import { inOneStatement, inTransaction } from './transaction.js';
import { visibleEvent, visibleTalk } from './visible.js';

/** Stars and attendance: anybody who is logged in sets and clears their own, as often as they like (decisions.md no. 9). */

export const insertStar = statement(
  'insert star',
  ($: Parameters<{ event: string; talk: string; user: string }>) => sql<object>`
    insert into talk_stars (event_id, talk_id, user_id)
      values (${$.event}::bigint, ${$.talk}::bigint, ${$.user}::bigint) on conflict do nothing`,
);
const insertAttendee = statement(
  'insert attendee',
  ($: Parameters<{ event: string; user: string }>) => sql<object>`
    insert into event_attendees (event_id, user_id) values (${$.event}::bigint, ${$.user}::bigint) on conflict do nothing`,
);

/**
 * Stars a talk for the viewer.
 *
 * @returns the id of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND
 */
export async function starTalk(context: Context, talkId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id, eventId } = await visibleTalk(context, talkId);
  await inOneStatement(context, insertStar, { event: eventId, talk: id, user: viewer.id });
  return id;
}

/** Takes the viewer's star away. As `starTalk`. */
export async function unstarTalk(context: Context, talkId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleTalk(context, talkId);
  await inTransaction(context, (em) => em.nativeDelete(TalkStar, { talk: id, user: viewer.id }));
  return id;
}

/** Marks the viewer as attending. Returns the id of the event; otherwise as `starTalk`. */
export async function attendEvent(context: Context, eventId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  await inOneStatement(context, insertAttendee, { event: id, user: viewer.id });
  return id;
}

/** Takes the mark of attendance away. As `attendEvent`. */
export async function leaveEvent(context: Context, eventId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  await inTransaction(context, (em) => em.nativeDelete(EventAttendee, { event: id, user: viewer.id }));
  return id;
}
