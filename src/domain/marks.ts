import type { Context } from '../context.js';
import { EventAttendee } from '../entities/event-attendee.entity.js';
import { TalkStar } from '../entities/talk-star.entity.js';
import { requireViewer } from '../rules.js';
import { insertOnce } from './insert-once.js';
import { inTransaction } from './transaction.js';
import { visibleEvent, visibleTalk } from './visible.js';

/** Stars and attendance: anybody who is logged in sets and clears their own, as often as they like (decisions.md no. 9). */

/**
 * Stars a talk for the viewer.
 *
 * @returns the id of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND
 */
export async function starTalk(context: Context, talkId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id, eventId } = await visibleTalk(context, talkId);
  const star = { event: eventId, talk: id, user: viewer.id };
  await inTransaction(context, (em) => insertOnce(em, TalkStar, star));
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
  await inTransaction(context, (em) => insertOnce(em, EventAttendee, { event: id, user: viewer.id }));
  return id;
}

/** Takes the mark of attendance away. As `attendEvent`. */
export async function leaveEvent(context: Context, eventId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  await inTransaction(context, (em) => em.nativeDelete(EventAttendee, { event: id, user: viewer.id }));
  return id;
}
