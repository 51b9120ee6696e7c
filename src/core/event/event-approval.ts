import type { EntityManager, FilterQuery, InferEntity } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { Event, type EventStatus } from '../../database/entities/event.entity.js';
import { recordChange } from '../changes/record-change.js';
import { domainError } from '../errors.js';
import { statementsOf } from '../transaction/transactions.js';
import { mayReviewEvent, permit, requireViewer } from '../rules.js';
import { publicSlug } from './event-slug.js';
import { hostAddresses } from '../common/recipients.js';
import { Validation } from '../common/validation.js';
import { visibleEvent } from '../common/visible-records.js';

const MAX_REASON_LENGTH = 200;

/**
 * Waits for transactions that have recorded changes of the event, and makes later ones wait: what was recorded before the
 * approval stays for the hosts (migration 20261219-audience-of-changes).
 */
const LOCK_AGAINST_CHANGES = 'select from events where id = ? for update';

/**
 * Approves a pending or withdrawn event and notifies its hosts (contract §3.2, Approval; decisions no. 48).
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN; INVALID if it is neither: of concurrent decisions one succeeds
 */
export async function approveEvent(context: Context, eventId: string): Promise<string> {
  const { viewer, event } = await requireReview(context, eventId);
  await context.transactions.withEntities(async (em) => {
    // First the slug: an approval changes the slugs of other events with the same one, which must not be locked.
    const slug = await publicSlug(em, event.id);
    await em.execute(LOCK_AGAINST_CHANGES, [event.id]);
    const reviewedAt = new Date(context.now * 1000);
    const decision = { status: 'APPROVED', reviewer: viewer.id, reviewedAt, slug, withdrawnAt: null } as const;
    await decide(em, { id: event.id, $or: [{ status: 'PENDING' }, { withdrawnAt: { $ne: null } }] }, decision);
    await recordChange(statementsOf(em).run, { eventId: event.id, kind: 'event.approved', recordId: event.id });
    const data = { eventName: event.name, eventUrl: context.pages.event(slug) };
    const to = await hostAddresses(em, event.id);
    await context.services.mail.queue(em, [{ kind: 'event_approved', origin: context.origin, to, data }]);
  });
  return event.id;
}

/**
 * Rejects a pending event, and notifies its hosts if there is a reason. Otherwise as `approveEvent`.
 *
 * @param reason at most 200 characters; null or empty: none
 */
export async function rejectEvent(context: Context, eventId: string, reason: string | null): Promise<string> {
  const { viewer, event } = await requireReview(context, eventId);
  const validation = new Validation();
  const rejectionReason = validation.text('reason', reason ?? '', MAX_REASON_LENGTH).trim() || null;
  validation.throwIfInvalid();
  await context.transactions.withEntities(async (em) => {
    const decision = { status: 'REJECTED', reviewer: viewer.id, reviewedAt: new Date(context.now * 1000) } as const;
    await decide(em, { id: event.id, status: 'PENDING' }, { ...decision, rejectionReason });
    await recordChange(statementsOf(em).run, { eventId: event.id, kind: 'event.rejected', recordId: event.id });
    if (rejectionReason === null) return;
    const { mail } = context.services;
    const to = [...(await hostAddresses(em, event.id)), mail.systemAddress];
    const eventUrl = context.pages.eventTask(event);
    const data = { eventName: event.name, reason: rejectionReason, eventUrl };
    await mail.queue(em, [{ kind: 'event_rejected', origin: context.origin, to, data }]);
  });
  return event.id;
}

async function requireReview(context: Context, eventId: string) {
  const viewer = requireViewer(context.viewer);
  const event = await visibleEvent(context, eventId);
  permit(mayReviewEvent(viewer), 'ADMINS_ONLY');
  return { viewer, event };
}

interface Decision {
  readonly status: EventStatus;
  readonly reviewer: string;
  readonly reviewedAt: Date;
  readonly rejectionReason?: string | null;
  readonly slug?: string;
  readonly withdrawnAt?: null;
}

async function decide(
  em: EntityManager,
  undecided: FilterQuery<InferEntity<typeof Event>>,
  decision: Decision,
): Promise<void> {
  const decided = await em.nativeUpdate(Event, undecided, decision);
  if (decided === 0) throw domainError('INVALID', 'EVENT_NOT_PENDING');
}
