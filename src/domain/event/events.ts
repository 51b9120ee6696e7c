import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.js';
import { EventAttendee } from '../../entities/event-attendee.entity.js';
import { EventHost } from '../../entities/event-host.entity.js';
import { Event } from '../../entities/event.entity.js';
import { User } from '../../entities/user.entity.js';
import { mayReplaceEvent, needsNoApproval, permit, requireViewer } from '../../rules.js';
import { checkedFields, type EventFields } from './event-fields.js';
import { insertEvent } from './event-slug.js';
import { lockUser } from '../locks.js';
import { eventPage } from '../pages.js';
import { administratorAddresses } from '../recipients.js';
import { inTransaction } from '../transaction.js';
import { Validation } from '../validation.js';
import { standingAt, visibleEvent } from '../visible.js';

/**
 * Submits an event (spec §3 and §4.2, contract §3.2). The submitter becomes its host and attends it. It awaits approval,
 * unless it comes from a site administrator or a trusted user.
 *
 * @returns the id of the event
 * @throws DomainError UNAUTHENTICATED; INVALID with everything that is wrong, TOO_MANY_PENDING_EVENTS among it
 */
export async function submitEvent(context: Context, input: EventFields): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const validation = new Validation();
  const fields = checkedFields(validation, input, context.now);
  const status = needsNoApproval(viewer) ? ('APPROVED' as const) : ('PENDING' as const);
  return inTransaction(context, async (em) => {
    // Two submissions of one user come one after the other, so that each counts what the other added.
    await lockUser(em, viewer.id);
    const { maxPendingEvents } = context.services.policy;
    const pending = await countPending(em, viewer.id);
    if (pending >= maxPendingEvents) validation.add('TOO_MANY_PENDING_EVENTS', undefined, maxPendingEvents);
    validation.done();
    const { fullName } = await em.findOneOrFail(User, viewer.id);
    const { id, slug } = await insertEvent(em, { ...fields, status, contactName: fullName });
    await em.insert(EventHost, { event: id, user: viewer.id });
    await em.insert(EventAttendee, { event: id, user: viewer.id });
    if (!viewer.isAdmin) {
      const { name: eventName, description } = fields;
      const told = { eventName, description, submitter: fullName, pending: status === 'PENDING' };
      const eventUrl = eventPage(context.website, slug);
      const to = await administratorAddresses(em);
      await context.services.mail.queue(em, [{ kind: 'event_submitted', to, data: { ...told, eventUrl } }]);
    }
    return id;
  });
}

/**
 * How many events of a user's own await approval. A submitter hosts the event from the moment in which it was made; whom
 * somebody made a host later, unasked, has submitted nothing.
 */
async function countPending(em: EntityManager, userId: string): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from event_hosts as h join events as e on e.id = h.event_id
     where h.user_id = ? and e.status = 'PENDING' and h.created_at = e.created_at`,
    [userId],
  );
  return row?.count ?? 0;
}

/**
 * Replaces what an event says; what is left out of `fields` stays. Its slug, stub, hosts and approval stay in any case: a
 * rejected event stays rejected (contract §3.2).
 *
 * @returns the id of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN; INVALID with everything that is wrong
 */
export async function replaceEvent(context: Context, eventId: string, input: EventFields): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(mayReplaceEvent(viewer, await standingAt(context, id)), 'HOSTS_ONLY');
  const validation = new Validation();
  const fields = checkedFields(validation, input, context.now);
  validation.done();
  await inTransaction(context, (em) => em.nativeUpdate(Event, { id }, fields));
  return id;
}
