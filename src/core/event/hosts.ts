import type { Context } from '../context.js';
import { EventHost } from '../../database/entities/event.entity.js';
import { recordChange } from '../changes/record-change.js';
import { statementsOf } from '../transaction/transactions.js';
import { domainError } from '../errors.js';
import { isUniqueViolation } from '../../database/sql-state.js';
import { mayAddHost, mayRemoveHost, permit, requireViewer } from '../rules.js';
import { lockEvent } from '../common/locks.js';
import { userIdNamed } from '../account/user-named.js';
import { canonicalId, membershipOf, visibleEvent } from '../common/visible-records.js';

/**
 * Makes a user a host of an event (contract §3.2, Hosts).
 *
 * @param username case-insensitive
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND (the event, or the user), FORBIDDEN, INVALID (ALREADY_HOST)
 */
export async function addHost(context: Context, eventId: string, username: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(mayAddHost(viewer, await membershipOf(context, id)), 'HOSTS_ONLY');
  const user = await userIdNamed(context, username);
  try {
    await context.transactions.withEntities(async (em) => {
      await em.insert(EventHost, { event: id, user });
      await recordChange(statementsOf(em).run, { eventId: id, kind: 'event.changed', recordId: id });
    });
  } catch (error) {
    throw isUniqueViolation(error, 'event_hosts_pkey') ? domainError('INVALID', 'ALREADY_HOST', 'username') : error;
  }
  return id;
}

/**
 * Removes a host from an event; has no effect if the user is not a host. At least one host remains: hosts cannot remove
 * themselves, and a site administrator cannot remove the last one.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED; NOT_FOUND, also if the user ID is not a number; FORBIDDEN
 */
export async function removeHost(context: Context, eventId: string, userId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(mayRemoveHost(viewer, await membershipOf(context, id)), 'HOSTS_ONLY');
  const user = canonicalId(userId);
  if (user === null) throw domainError('NOT_FOUND', 'USER_UNKNOWN', 'userId');
  permit(user !== viewer.id, 'OWN_HOSTING_STAYS');
  await context.transactions.withEntities(async (em) => {
    // Serializes removals, so that each counts the remaining hosts.
    await lockEvent(em, id);
    const removed = await em.nativeDelete(EventHost, { event: id, user });
    if (removed === 0) return;
    permit((await em.count(EventHost, { event: id })) > 0, 'LAST_HOST_STAYS');
    await recordChange(statementsOf(em).run, { eventId: id, kind: 'event.changed', recordId: id });
  });
  return id;
}
