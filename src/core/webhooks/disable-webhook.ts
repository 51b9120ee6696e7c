import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import type { MailQueue } from '../ports.js';
import type { DisabledReason } from '../reads/webhooks.js';
import { statementsOf } from '../transaction/transactions.js';

interface Disabled {
  readonly webhookId: string;
  readonly reason: DisabledReason;
  /** Seconds since 1970. */
  readonly now: number;
}

/** Disables a webhook, ends its deliveries, and notifies its owner by mail, unless the receiver responded with 410. */
export async function disableWebhook(em: EntityManager, mail: MailQueue, disabled: Disabled): Promise<void> {
  const { run } = statementsOf(em);
  const [webhook] = await run(disable, disabled);
  if (!webhook) return;
  await run(endDeliveries, disabled);
  if (disabled.reason === 'GONE' || webhook.email === null) return;
  const { email: to, eventName, url } = webhook;
  await mail.queue(em, [{ kind: 'webhook_disabled', to, data: { eventName, webhookUrl: url } }]);
}

interface DisabledWebhook {
  readonly url: string;
  readonly eventName: string | null;
  /** Null if the account is inactive. */
  readonly email: string | null;
}

const disable = statement(
  'disable webhook',
  ($: Parameters<Disabled>) => sql<DisabledWebhook>`
    update webhooks w set disabled_at = to_timestamp(${$.now}::float8), disabled_reason = ${$.reason}
    where w.id = ${$.webhookId}::bigint and w.disabled_at is null
    returning w.url, (select name from events where id = w.event_id) as "eventName",
      (select email from users where id = w.user_id and is_active) as email`,
);

const endDeliveries = statement(
  'end deliveries of webhook',
  ($: Parameters<Pick<Disabled, 'webhookId'>>) => sql<object>`
    update webhook_deliveries set next_attempt_at = null
    where webhook_id = ${$.webhookId}::bigint and next_attempt_at is not null`,
);
