import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { EventAttendee, EventHost, Event } from '../../database/entities/event.entity.js';
import { User } from '../../database/entities/user.entity.js';
import { mayReplaceEvent, needsNoApproval, permit, requireViewer } from '../rules.js';
import { recordChange } from '../changes/record-change.js';
import { recordEventChanges } from '../changes/record-event-changes.js';
import { statementsOf } from '../transaction/transactions.js';
import { localTimesOfEvent } from '../date/local-times.js';
import { ZONE_RULES } from '../date/local-time.js';
import { changedTimes } from './changed-times.js';
import { validateEventFields, type EventFields } from './event-fields.js';
import { insertEvent } from './event-slug.js';
import { lockEvent, lockUser } from '../common/locks.js';
import { administratorAddresses } from '../common/recipients.js';
import { Validation } from '../common/validation.js';
import { membershipOf, visibleEvent } from '../common/visible-records.js';

/**
 * Submits an event (spec §3 and §4.2, contract §3.2). The submitter becomes its host and attends it. It awaits
 * approval, unless the submitter is a site administrator or a trusted user.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED; INVALID with all problems, including TOO_MANY_PENDING_EVENTS
 */
export async function submitEvent(context: Context, input: EventFields): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const validation = new Validation();
  const fields = validateEventFields(validation, input, context.now);
  const status = needsNoApproval(viewer) ? ('APPROVED' as const) : ('PENDING' as const);
  return context.transactions.withEntities(async (em) => {
    // Serializes the submissions of one user, so that each counts the others.
    await lockUser(em, viewer.id);
    const { maxPendingEvents } = context.services.policy;
    const pending = await countPending(em, viewer.id);
    if (pending >= maxPendingEvents) validation.add('TOO_MANY_PENDING_EVENTS', undefined, maxPendingEvents);
    validation.throwIfInvalid();
    const { fullName } = await em.findOneOrFail(User, viewer.id);
    const times = { ...localTimesOfEvent(fields, fields.timeZone), zoneRules: ZONE_RULES };
    const { id, slug } = await insertEvent(em, { ...fields, ...times, status, contactName: fullName });
    await em.insert(EventHost, { event: id, user: viewer.id });
    await em.insert(EventAttendee, { event: id, user: viewer.id });
    const { run } = statementsOf(em);
    await recordChange(run, { eventId: id, kind: 'event.submitted', recordId: id });
    if (status === 'APPROVED') await recordChange(run, { eventId: id, kind: 'event.approved', recordId: id });
    if (!viewer.isAdmin) {
      const { name: eventName, description } = fields;
      const isPending = status === 'PENDING';
      const mailData = { eventName, description, submitter: fullName, pending: isPending };
      const eventUrl = isPending ? context.pages.eventTask({ id, slug }) : context.pages.event(slug);
      const to = await administratorAddresses(em);
      const data = { ...mailData, eventUrl };
      await context.services.mail.queue(em, [{ kind: 'event_submitted', origin: context.origin, to, data }]);
    }
    return id;
  });
}

/**
 * Counts the events submitted by a user that await approval. The submitter's host record has the creation time of the
 * event; hosts added later are not submitters and do not count.
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
 * Replaces the fields of an event; omitted fields remain unchanged. Its slug, stub, hosts and approval never change: a
 * rejected event stays rejected (contract §3.2).
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN; INVALID with all problems
 */
export async function replaceEvent(context: Context, eventId: string, input: EventFields): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const shown = await visibleEvent(context, eventId);
  const { id } = shown;
  permit(mayReplaceEvent(viewer, await membershipOf(context, id)), 'HOSTS_ONLY');
  const validation = new Validation();
  const fields = validateEventFields(validation, input, context.now, shown);
  validation.throwIfInvalid();
  await context.transactions.withEntities(async (em) => {
    // An unchanged instant keeps its local time, so compare with what is stored now.
    await lockEvent(em, id);
    const stored = await em.findOneOrFail(Event, id);
    await recordEventChanges(statementsOf(em).run, id, () =>
      em.nativeUpdate(Event, { id }, { ...fields, ...changedTimes(fields, stored) }),
    );
  });
  return id;
}
