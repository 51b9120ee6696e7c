import type { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { canonicalId } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { requireViewer } from '../rules.js';
import { statementsOf } from '../transaction/transactions.js';
import { managedWebhook } from './change-webhook.js';
import { deliveryTime } from './delivery-times.js';
import { laneOf } from './lane.js';
import { limitMessages } from './message-limit.js';
import { PING, pingMessage } from './message.js';
import type { WebhookServices } from './ports.js';
import { isVerified } from '../reads/verified-webhooks.js';

/**
 * Queues a test message to a webhook. A response of 2xx verifies the receiver.
 *
 * @returns the ID of the delivery
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, CONFLICT if the webhook is disabled, RATE_LIMITED
 */
export async function pingWebhook(context: Context, webhookId: string): Promise<string> {
  const webhook = await managedWebhook(context, webhookId);
  if (webhook.disabledReason) throw domainError('CONFLICT', 'WEBHOOK_DISABLED');
  await limitMessages(context);
  const ping = {
    ...{ webhookId: webhook.id, messageId: `msg_${randomUUID()}`, type: PING },
    body: pingMessage(context.now),
  };
  return context.transactions.withEntities(async (em) => {
    const [delivery] = await statementsOf(em).run(insertPing, ping);
    if (!delivery) throw domainError('NOT_FOUND', 'WEBHOOK_UNKNOWN');
    const { id: deliveryId, lane } = delivery;
    await context.services.webhooks.queue(em, [{ deliveryId, attempts: 0, webhookId: webhook.id, lane }]);
    return deliveryId;
  });
}

/**
 * Queues another attempt of a delivery, with the same message ID.
 *
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, CONFLICT if the webhook is disabled or unverified, RATE_LIMITED
 */
export async function resendDelivery(context: Context, deliveryId: string): Promise<string> {
  requireViewer(context.viewer);
  const id = canonicalId(deliveryId);
  const delivery = id === null ? null : await context.reads.load('webhookDelivery', id);
  if (!delivery) throw domainError('NOT_FOUND', 'DELIVERY_UNKNOWN');
  await limitMessages(context);
  const { transactions, services } = context;
  await transactions.withEntities((em) => queueAgain(em, services.webhooks, delivery.id));
  return delivery.id;
}

async function queueAgain(em: EntityManager, { queue }: WebhookServices, id: string): Promise<void> {
  const [delivery] = await statementsOf(em).run(makeDue, { id });
  if (!delivery) throw domainError('CONFLICT', 'WEBHOOK_DISABLED');
  const { mayBeSent, ...job } = delivery;
  if (!mayBeSent) throw domainError('CONFLICT', 'WEBHOOK_UNVERIFIED');
  await queue(em, [{ deliveryId: id, ...job }]);
}

const insertPing = statement(
  'insert webhook ping',
  ($: Parameters<{ webhookId: string; messageId: string; type: string; body: string }>) => sql<{
    id: string;
    lane: string;
  }>`
    with w as materialized (select *, ${laneOf} as lane from webhooks w where w.id = ${$.webhookId}::bigint)
    insert into webhook_deliveries (webhook_id, message_id, type, body, next_attempt_at)
    select id, ${$.messageId}, ${$.type}, ${$.body}, now() from w
    returning id, (select lane from w)`,
);

const makeDue = statement(
  'make webhook delivery due',
  ($: Parameters<{ id: string }>) => sql<{ attempts: number; webhookId: string; lane: string; mayBeSent: boolean }>`
    update webhook_deliveries d set next_attempt_at = ${deliveryTime(sql`now()`)}, is_held = false from webhooks w
    where d.id = ${$.id}::bigint and w.id = d.webhook_id and w.disabled_at is null
    returning d.attempts, w.id as "webhookId", ${laneOf} as lane, (${isVerified} or d.type = ${PING}) as "mayBeSent"`,
);
