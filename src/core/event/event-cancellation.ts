import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import type { Context } from '../context.js';
import { recordChange } from '../changes/record-change.js';
import { hostAddresses } from '../common/recipients.js';
import { lockEvent } from '../common/locks.js';
import { membershipOf, visibleEvent } from '../common/visible-records.js';
import { domainError } from '../errors.js';
import { mayCancelEvent, mayReinstateEvent, permit, requireViewer } from '../rules.js';
import { statementsOf } from '../transaction/transactions.js';
import { limitStateChanges } from './event-state-limit.js';

/**
 * Cancels an approved event: it does not take place. It stays visible and is shown as cancelled, without being among hot
 * events and open calls for papers; its comments stay. Notifies only its hosts by mail: calendars and webhooks
 * inform its audience. Without effect if it is cancelled already.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, RATE_LIMITED; INVALID if it is not approved
 */
export async function cancelEvent(context: Context, eventId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const event = await visibleEvent(context, eventId);
  permit(mayCancelEvent(viewer, await membershipOf(context, event.id)), 'HOSTS_ONLY');
  if (event.cancelledAt === null) await limitStateChanges(context, viewer);
  return decide(context, event.id, 'cancelled');
}

/** Revokes the cancellation of an event. Without effect if it is not cancelled; otherwise as `cancelEvent`. */
export async function reinstateEvent(context: Context, eventId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const event = await visibleEvent(context, eventId);
  permit(mayReinstateEvent(viewer, await membershipOf(context, event.id)), 'HOSTS_ONLY');
  if (event.cancelledAt !== null) await limitStateChanges(context, viewer);
  return decide(context, event.id, 'reinstated');
}

const setCancelled = statement(
  'cancel or reinstate event',
  ($: Parameters<{ id: string; at: number | null }>) => sql<{ id: string }>`
    update events set cancelled_at = to_timestamp(${$.at}::float8)
    where id = ${$.id}::bigint and (cancelled_at is null) = (${$.at}::float8 is not null) returning id`,
);

const approved = statement(
  'approved event',
  ($: Parameters<{ id: string }>) => sql<{ name: string; slug: string }>`
    select name, slug from events where id = ${$.id}::bigint and status = 'APPROVED'`,
);

async function decide(context: Context, id: string, decision: 'cancelled' | 'reinstated'): Promise<string> {
  await context.transactions.withEntities(async (em) => {
    await lockEvent(em, id);
    const { run } = statementsOf(em);
    const [event] = await run(approved, { id });
    if (!event) throw domainError('INVALID', 'EVENT_NOT_APPROVED');
    const [changed] = await run(setCancelled, { id, at: decision === 'cancelled' ? context.now : null });
    if (!changed) return;
    await recordChange(run, { eventId: id, kind: `event.${decision}`, recordId: id });
    const data = { eventName: event.name, eventUrl: context.pages.event(event.slug) };
    const to = await hostAddresses(em, id);
    await context.services.mail.queue(em, [{ kind: `event_${decision}`, origin: context.origin, to, data }]);
  });
  return id;
}
