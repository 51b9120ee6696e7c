import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { recordChange } from '../changes/record-change.js';
import { hostAddresses } from '../common/recipients.js';
import { membershipOf, visibleEvent } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { mayWithdrawEvent, mayWithdrawFeedback, permit, requireViewer } from '../rules.js';
import { statementsOf } from '../transaction/transactions.js';
import { limitStateChanges } from './event-state-limit.js';

/**
 * Withdraws an approved event: like a rejected one, it is visible only to its hosts and site administrators, until an
 * administrator approves it again. Hosts cannot withdraw an event with feedback. Notifies its hosts. Without effect if it
 * is withdrawn already.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, RATE_LIMITED; INVALID if it is not approved or has feedback
 */
export async function withdrawEvent(context: Context, eventId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id, withdrawnAt } = await visibleEvent(context, eventId);
  permit(mayWithdrawEvent(viewer, await membershipOf(context, id)), 'HOSTS_ONLY');
  if (withdrawnAt === null) await limitStateChanges(context, viewer);
  await context.transactions.withEntities(async (em) => {
    const { run } = statementsOf(em);
    const [event] = await run(lockedEvent, { id });
    if (!event) throw domainError('NOT_FOUND', 'EVENT_UNKNOWN');
    if (event.isWithdrawn) return;
    if (event.status !== 'APPROVED') throw domainError('INVALID', 'EVENT_NOT_APPROVED');
    const [feedback] = await run(feedbackOnEvent, { id });
    if (feedback?.exists && !mayWithdrawFeedback(viewer)) throw domainError('INVALID', 'EVENT_HAS_FEEDBACK');
    await run(hide, { id, now: context.now });
    // Those who saw the event learn that they no longer do.
    const audience = event.isPrivate ? 'hosts' : 'everybody';
    await recordChange(run, { eventId: id, kind: 'event.withdrawn', recordId: id, audience });
    const data = { eventName: event.name, eventUrl: context.pages.eventTask({ id, slug: event.slug }) };
    const to = await hostAddresses(em, id);
    await context.services.mail.queue(em, [{ kind: 'event_withdrawn', origin: context.origin, to, data }]);
  });
  return id;
}

/** Conflicts with the lock of a new comment on the event, which references it: a later one finds the event withdrawn. */
const lockedEvent = statement(
  'lock event to withdraw',
  ($: Parameters<{ id: string }>) => sql<{
    readonly name: string;
    readonly slug: string;
    readonly status: string;
    readonly isPrivate: boolean;
    readonly isWithdrawn: boolean;
  }>`
    select name, slug, status, is_private as "isPrivate", withdrawn_at is not null as "isWithdrawn"
    from events where id = ${$.id}::bigint for update`,
);

/** Includes reported and private comments. Each condition has an index. */
const feedbackOnEvent = statement('feedback on event', ($: Parameters<{ id: string }>) => {
  const some = (table: string) => sql`
      exists (select from ${sql.table(table)} where event_id = ${$.id}::bigint and not is_hidden)
      or exists (select from ${sql.table(table)} where event_id = ${$.id}::bigint and is_hidden)`;
  return sql<{ exists: boolean }>`select ${some('event_comments')} or ${some('talk_comments')} as exists`;
});

const hide = statement(
  'withdraw event',
  ($: Parameters<{ id: string; now: number }>) => sql<object>`
    update events set status = 'REJECTED', withdrawn_at = to_timestamp(${$.now}::float8) where id = ${$.id}::bigint`,
);
