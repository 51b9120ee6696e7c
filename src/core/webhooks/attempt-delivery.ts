import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { unseal } from '../common/secret-box.js';
import type { AttemptParts, DeliveryToSend } from './attempt-parts.js';
import type { DeliveryJob } from './delivery-job.js';
import { mayReceive } from './owner.js';
import { recordDelivered, recordFailure, recordLostPermission } from './record-attempt.js';

const USER_AGENT = 'Lectern-Webhooks';

/** Sends a delivery, unless the job is a duplicate, and records the result with the next attempt. */
export async function attemptDelivery(
  parts: AttemptParts,
  job: Pick<DeliveryJob, 'deliveryId' | 'attempts'>,
): Promise<void> {
  const { run, send, now, secretKey } = parts;
  const [delivery] = await run(deliveryToSend, { ...job, now: now() });
  if (!delivery) return;
  if (!delivery.isPermitted) {
    await recordLostPermission(run, job);
    return;
  }
  const secrets = delivery.sealedSecrets.map((sealed) => unseal(sealed, secretKey));
  const { url, messageId: id, body } = delivery;
  const result = await send({ url, id, body, secrets, userAgent: USER_AGENT }, now());
  const attempt = { ...job, ...delivery, ...result, now: now() };
  await (result.outcome === 'delivered' ? recordDelivered(run, attempt) : recordFailure(parts, attempt));
}

const deliveryToSend = statement(
  'webhook delivery to send',
  ($: Parameters<{ deliveryId: string; attempts: number; now: number }>) => sql<DeliveryToSend>`
    select w.id as "webhookId", w.url, d.message_id as "messageId", d.body, ${mayReceive} as "isPermitted",
      array_remove(array[w.secret, case when w.previous_secret_until > to_timestamp(${$.now}::float8)
        then w.previous_secret end], null) as "sealedSecrets"
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.disabled_at is null
    where d.id = ${$.deliveryId}::bigint and d.attempts = ${$.attempts}::integer and d.next_attempt_at is not null`,
);
