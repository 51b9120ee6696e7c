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
import { PING, pingMessage } from './message.js';
import type { WebhookServices } from './ports.js';

/**
 * Queues a test message to a webhook.
 *
 * @returns the ID of the delivery
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, CONFLICT if the webhook is disabled
 */
export async function pingWebhook(context: Context, webhookId: string): Promise<string> {
  const webhook = await managedWebhook(context, webhookId);
  if (webhook.disabledReason) throw domainError('CONFLICT', 'WEBHOOK_DISABLED');
  const ping = {
    ...{ webhookId: webhook.id, messageId: `msg_${webhook.id}_${randomUUID()}`, type: PING },
    body: pingMessage(context.now),
  };
  return context.transactions.withEntities(async (em) => {
    const [delivery] = await statementsOf(em).run(insertPing, ping);
    if (!delivery) throw domainError('NOT_FOUND', 'WEBHOOK_UNKNOWN');
    await context.services.webhooks.queue(em, [{ deliveryId: delivery.id, attempts: 0, webhookId: webhook.id }]);
    return delivery.id;
  });
}

/**
 * Queues another attempt of a delivery, with the same message ID.
 *
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, CONFLICT if the webhook is disabled
 */
export async function resendDelivery(context: Context, deliveryId: string): Promise<string> {
  requireViewer(context.viewer);
  const id = canonicalId(deliveryId);
  const delivery = id === null ? null : await context.reads.load('webhookDelivery', id);
  if (!delivery) throw domainError('NOT_FOUND', 'DELIVERY_UNKNOWN');
  const { transactions, services } = context;
  const isQueued = await transactions.withEntities((em) => queueAgain(em, services.webhooks, delivery.id));
  if (!isQueued) throw domainError('CONFLICT', 'WEBHOOK_DISABLED');
  return delivery.id;
}

/** @returns false if the webhook is disabled */
async function queueAgain(em: EntityManager, { queue }: WebhookServices, id: string): Promise<boolean> {
  const [delivery] = await statementsOf(em).run(makeDue, { id });
  if (!delivery) return false;
  await queue(em, [{ deliveryId: id, ...delivery }]);
  return true;
}

const insertPing = statement(
  'insert webhook ping',
  ($: Parameters<{ webhookId: string; messageId: string; type: string; body: string }>) => sql<{ id: string }>`
    insert into webhook_deliveries (webhook_id, message_id, type, body, next_attempt_at)
    select id, ${$.messageId}, ${$.type}, ${$.body}, now() from webhooks where id = ${$.webhookId}::bigint
    returning id`,
);

const makeDue = statement(
  'make webhook delivery due',
  ($: Parameters<{ id: string }>) => sql<{ attempts: number; webhookId: string }>`
    update webhook_deliveries d set next_attempt_at = now() from webhooks w
    where d.id = ${$.id}::bigint and w.id = d.webhook_id and w.disabled_at is null
    returning d.attempts, w.id as "webhookId"`,
);
