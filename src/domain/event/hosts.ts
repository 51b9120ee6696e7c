import type { Context } from '../../context.js';
import { EventHost } from '../../entities/event-host.entity.js';
import { fail } from '../../errors.js';
import { isTaken } from '../../reads/database-errors.js';
import { mayAddHost, mayRemoveHost, permit, requireViewer } from '../../rules.js';
import { lockEvent } from '../locks.js';
import { inTransaction } from '../transaction.js';
import { userIdNamed } from '../account/user-named.js';
import { recordNumber, standingAt, visibleEvent } from '../visible.js';

/**
 * Makes a user a host of an event (contract §3.2, Hosts).
 *
 * @param username in any case
 * @returns the id of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND (the event, or the user), FORBIDDEN, INVALID (ALREADY_HOST)
 */
export async function addHost(context: Context, eventId: string, username: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(mayAddHost(viewer, await standingAt(context, id)), 'HOSTS_ONLY');
  const user = await userIdNamed(context, username);
  try {
    await inTransaction(context, (em) => em.insert(EventHost, { event: id, user }));
  } catch (error) {
    throw isTaken(error, 'event_hosts_pkey') ? fail('INVALID', 'ALREADY_HOST', 'username') : error;
  }
  return id;
}

/**
 * Takes a user off the hosts of an event; nothing happens where he is none. Somebody stays: neither can a host remove
 * himself, nor a site administrator the last one.
 *
 * @returns the id of the event
 * @throws DomainError UNAUTHENTICATED; NOT_FOUND, of the user too when his id is no number; FORBIDDEN
 */
export async function removeHost(context: Context, eventId: string, userId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(mayRemoveHost(viewer, await standingAt(context, id)), 'HOSTS_ONLY');
  const user = recordNumber(userId);
  if (user === null) throw fail('NOT_FOUND', 'USER_UNKNOWN', 'userId');
  permit(user !== viewer.id, 'OWN_HOSTING_STAYS');
  await inTransaction(context, async (em) => {
    // Two removals come one after the other, so that each sees who is left.
    await lockEvent(em, id);
    const removed = await em.nativeDelete(EventHost, { event: id, user });
    if (removed > 0) permit((await em.count(EventHost, { event: id })) > 0, 'LAST_HOST_STAYS');
  });
  return id;
}
