import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { lockEvent, lockUser } from '../common/locks.js';
import { seal } from '../common/secret-box.js';
import { membershipOf, visibleEvent } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { isQuotaLimited } from '../event/pending-quota.js';
import { domainError, type Reason } from '../errors.js';
import { mayManageSiteWebhooks, mayManageWebhooks, permit, requireViewer, type Viewer } from '../rules.js';
import { statementsOf } from '../transaction/transactions.js';
import { validatedWebhook, type WebhookFields } from './webhook-input.js';
import { limitMessages } from './message-limit.js';
import { newWebhookSecret } from './webhook-secret.js';

/** Per event, and of all events per site administrator. */
const MAX_WEBHOOKS = 20;

export interface NewWebhook extends WebhookFields {
  /** Null for the changes of all events. */
  readonly eventId: string | null;
}

export interface CreatedWebhook {
  readonly id: string;
  /** It cannot be retrieved again. */
  readonly secret: string;
}

/**
 * Creates a webhook. It receives a ping within seconds, and all changes after the response to it.
 *
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, RATE_LIMITED
 */
export async function createWebhook(context: Context, { eventId, ...input }: NewWebhook): Promise<CreatedWebhook> {
  const viewer = requireViewer(context.viewer);
  const { event, quota } = await permittedEvent(context, viewer, eventId);
  const fields = validatedWebhook(context, input);
  await limitMessages(context);
  const secret = newWebhookSecret();
  const sealed = seal(secret, context.services.secretKey);
  const id = await context.transactions.withEntities(async (em) => {
    // Serializes the creation, so that each counts the others.
    await (event === null ? lockUser(em, viewer.id) : lockEvent(em, event));
    const [stored] = await statementsOf(em).run(insertWebhook, {
      ...{ ...fields, description: fields.description ?? '' },
      ...{ event, user: viewer.id, origin: context.origin, secret: sealed, limit: quota.limit },
    });
    if (!stored) throw domainError('INVALID', quota.reason, undefined, quota.limit);
    return stored.id;
  });
  return { id, secret };
}

/** How many webhooks there may be, and the reason of a refusal. */
interface WebhookQuota {
  readonly limit: number;
  readonly reason: Reason;
}
const QUOTA: WebhookQuota = { limit: MAX_WEBHOOKS, reason: 'TOO_MANY_WEBHOOKS' };

async function permittedEvent(
  context: Context,
  viewer: Viewer,
  eventId: string | null,
): Promise<{ readonly event: string | null; readonly quota: WebhookQuota }> {
  if (eventId === null) {
    permit(mayManageSiteWebhooks(viewer), 'ADMINS_ONLY');
    return { event: null, quota: QUOTA };
  }
  const event = await visibleEvent(context, eventId);
  permit(mayManageWebhooks(viewer, await membershipOf(context, event.id)), 'HOSTS_ONLY');
  const { maxPendingWebhooks: limit } = context.services.policy;
  const isLimited = isQuotaLimited(context, event);
  return { event: event.id, quota: isLimited ? { limit, reason: 'TOO_MANY_PENDING_WEBHOOKS' } : QUOTA };
}

interface InsertedWebhook extends WebhookFields {
  readonly event: string | null;
  readonly user: string;
  readonly origin: string;
  readonly secret: string;
  readonly limit: number;
}

/** No row if there are too many. */
const insertWebhook = statement(
  'insert webhook',
  ($: Parameters<InsertedWebhook>) => sql<{ id: string }>`
    insert into webhooks (event_id, user_id, url, kinds, description, origin, secret, start_epoch, start_snapshot)
    select ${$.event}::bigint, ${$.user}::bigint, ${$.url}, ${$.kinds}::text[], ${$.description}, ${$.origin},
      ${$.secret}, public.event_log_epoch(), pg_current_snapshot()
    where (select count(*) from webhooks where event_id = ${$.event}::bigint
      or ${$.event}::bigint is null and event_id is null and user_id = ${$.user}::bigint) < ${$.limit}::int
    returning id`,
);
