import { sql } from 'kysely';
import { statement, type Parameters, type Statement } from '../../database/sql/statement.js';
import { canonicalId } from '../common/visible-records.js';
import { seal } from '../common/secret-box.js';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import type { WebhookRow } from '../reads/webhooks.js';
import { requireViewer } from '../rules.js';
import { PING } from './message.js';
import { limitMessages } from './message-limit.js';
import { validatedWebhook, type WebhookFields } from './webhook-input.js';
import { newWebhookSecret } from './webhook-secret.js';

/**
 * Loads a webhook to write to. Only those who may manage it see it (reads/webhooks.ts).
 *
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND
 */
export async function managedWebhook({ viewer, reads }: Context, webhookId: string): Promise<WebhookRow> {
  requireViewer(viewer);
  const id = canonicalId(webhookId);
  const webhook = id === null ? null : await reads.load('webhook', id);
  if (!webhook) throw domainError('NOT_FOUND', 'WEBHOOK_UNKNOWN');
  return webhook;
}

/**
 * Replaces the fields of a webhook and enables it, if it is disabled. The viewer becomes its owner, whose permissions it
 * depends on. At another URL, or if it was disabled, it receives a ping first, and then only later changes.
 *
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED
 */
export async function replaceWebhook(context: Context, webhookId: string, input: WebhookFields): Promise<string> {
  const { id, url, disabledReason } = await managedWebhook(context, webhookId);
  const fields = validatedWebhook(context, input);
  if (fields.url !== url || disabledReason !== null) await limitMessages(context);
  const user = requireViewer(context.viewer).id;
  const { origin } = context;
  return change(context, updateWebhook, { id, user, origin, ...fields, description: fields.description ?? '' });
}

/**
 * Replaces the secret of a webhook. For a day, messages have signatures of both secrets.
 *
 * @returns the secret, which cannot be retrieved again
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND
 */
export async function rotateWebhookSecret(
  context: Context,
  webhookId: string,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { id } = await managedWebhook(context, webhookId);
  const secret = newWebhookSecret();
  const sealed = seal(secret, context.services.secretKey);
  await change(context, rotateSecret, { id, secret: sealed, now: context.now });
  return { id, secret };
}

/** @throws DomainError UNAUTHENTICATED, NOT_FOUND */
export async function deleteWebhook(context: Context, webhookId: string): Promise<WebhookRow> {
  const webhook = await managedWebhook(context, webhookId);
  await change(context, deleteById, { id: webhook.id });
  return webhook;
}

/** @throws DomainError NOT_FOUND if the webhook was deleted concurrently */
async function change<Arguments>(
  { transactions }: Context,
  write: Statement<Arguments, { id: string }>,
  args: Arguments,
): Promise<string> {
  const [changed] = await transactions.runStatement(write, args);
  if (!changed) throw domainError('NOT_FOUND', 'WEBHOOK_UNKNOWN');
  return changed.id;
}

type NewFields = WebhookFields & { readonly id: string; readonly user: string; readonly origin: string };

/** Ends the deliveries of kinds that the webhook no longer receives: the new URL may be that of another receiver. */
const updateWebhook = statement(
  'update webhook',
  ($: Parameters<NewFields>) => sql<{ id: string }>`
    with ended as (
      update webhook_deliveries d set next_attempt_at = null
      where d.webhook_id = ${$.id}::bigint and d.next_attempt_at is not null and d.type <> ${PING}
        and d.type <> all(${$.kinds}::text[])
    )
    update webhooks w
    set url = ${$.url}, kinds = ${$.kinds}::text[], description = ${$.description}, user_id = ${$.user}::bigint,
      origin = ${$.origin}, failing_since = null, disabled_at = null, disabled_reason = null,
      verified_url = case when w.disabled_at is null then w.verified_url end,
      pinged_url = case when w.disabled_at is null and w.url = ${$.url} then w.pinged_url end,
      verification_error = case when w.disabled_at is null and w.url = ${$.url} then w.verification_error end,
      start_epoch = case when w.disabled_at is null then w.start_epoch else public.event_log_epoch() end,
      start_snapshot = case when w.disabled_at is null then w.start_snapshot else pg_current_snapshot() end
    where w.id = ${$.id}::bigint returning w.id`,
);

const rotateSecret = statement(
  'rotate secret of webhook',
  ($: Parameters<{ id: string; secret: string; now: number }>) => sql<{ id: string }>`
    update webhooks set secret = ${$.secret}, previous_secret = secret,
      previous_secret_until = to_timestamp(${$.now}::float8) + interval '24 hours'
    where id = ${$.id}::bigint returning id`,
);

const deleteById = statement(
  'delete webhook',
  ($: Parameters<{ id: string }>) => sql<{ id: string }>`
    delete from webhooks where id = ${$.id}::bigint returning id`,
);
