import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import type { DisabledReason } from '../reads/webhooks.js';
import type { WebhookResult } from './ports.js';
import { inTransaction, statementsOf } from '../transaction/transactions.js';
import type { AttemptParts, DeliveryToSend } from './attempt-parts.js';
import type { DeliveryJob } from './delivery-job.js';
import { disableWebhook } from './disable-webhook.js';
import { deliveryTime } from './delivery-times.js';
import { PING } from './message.js';
import { delayAfter } from './retry-schedule.js';
import { MAX_VERIFYING_ATTEMPTS, noteUnverified, verifyWebhook } from './verification.js';

type Job = Pick<DeliveryJob, 'deliveryId' | 'attempts'>;
type Attempt = Job & DeliveryToSend & WebhookResult & { readonly now: number };

/** Days of failures after which a webhook is disabled. */
const FAILING_DAYS = 5;
/** Within half an hour: after days without messages, one fault does not disable the webhook. */
const MIN_FAILED_ATTEMPTS = 4;

/** Records a successful attempt, that of a ping as the verification, and that the webhook no longer fails. */
export async function recordDelivered(run: Run, attempt: Attempt): Promise<void> {
  const { deliveryId, attempts, status, now } = attempt;
  // First: if the process is killed in between, the ping is repeated.
  if (isVerifying(attempt)) await run(verifyWebhook, attempt);
  const [webhook] = await run(recordSuccess, { deliveryId, attempts, status, now });
  if (webhook?.isFailing) await run(endFailures, webhook);
}

/** Records why the delivery is not sent. No further attempts. */
export async function recordEnd(run: Run, job: Job, error: string): Promise<void> {
  await run(endDelivery, { ...job, error });
}

/** Holds the delivery until the webhook is verified. */
export async function hold(run: Run, { deliveryId, attempts }: Job): Promise<void> {
  await run(holdDelivery, { deliveryId, attempts });
}

const isVerifying = ({ type, isVerified }: DeliveryToSend): boolean => type === PING && !isVerified;

/**
 * Records a failed attempt, and either queues the next one or disables the webhook, in one transaction: a process that is
 * killed neither loses the next attempt nor repeats it.
 */
export function recordFailure({ em, queue, mail }: AttemptParts, attempt: Attempt): Promise<void> {
  const { deliveryId, attempts, webhookId, lane, url, status, error, now, retryAfterSeconds } = attempt;
  return inTransaction(em, async (fork) => {
    const { run } = statementsOf(fork);
    // Before the delivery, in the order of `disableWebhook`.
    const [webhook] = await run(noteFailure, { webhookId, url, now, days: FAILING_DAYS });
    const reason = webhook ? reasonToDisable(attempt, webhook.isOverdue) : null;
    const isLast = reason !== null || (isVerifying(attempt) && attempts + 1 >= MAX_VERIFYING_ATTEMPTS);
    const delay = isLast ? null : delayAfter(attempts + 1, retryAfterSeconds, Math.random());
    const nextAt = delay === null ? null : now + delay;
    const [recorded] = await run(recordFailed, { deliveryId, attempts, status, error, nextAt });
    // A duplicate of the job has recorded it.
    if (!recorded) return;
    if (isVerifying(attempt)) await run(noteUnverified, { webhookId, url, error });
    const next = { deliveryId, attempts: attempts + 1, webhookId, lane };
    if (delay !== null) await queue(fork, [{ ...next, delaySeconds: delay }]);
    if (reason !== null) await disableWebhook(fork, mail, { webhookId, reason, now });
  });
}

function reasonToDisable({ outcome, attempts }: Attempt, isOverdue: boolean): DisabledReason | null {
  if (outcome === 'gone') return 'GONE';
  return isOverdue && attempts + 1 >= MIN_FAILED_ATTEMPTS ? 'FAILING' : null;
}

type Key = { readonly deliveryId: string; readonly attempts: number };

const isCurrent = ($: Parameters<Key>) => sql<boolean>`d.id = ${$.deliveryId}::bigint
  and d.attempts = ${$.attempts}::integer and d.next_attempt_at is not null`;

const recordSuccess = statement(
  'record delivered webhook',
  ($: Parameters<Key & { status: number | null; now: number }>) => sql<{ webhookId: string; isFailing: boolean }>`
    update webhook_deliveries d
    set attempts = d.attempts + 1, status = ${$.status}::integer, error = null, next_attempt_at = null,
      delivered_at = ${deliveryTime(sql`to_timestamp(${$.now}::float8)`)}
    from webhooks w where w.id = d.webhook_id and ${isCurrent($)}
    returning w.id as "webhookId", w.failing_since is not null as "isFailing"`,
);

const endFailures = statement(
  'end failures of webhook',
  ($: Parameters<{ webhookId: string }>) => sql<object>`
    update webhooks set failing_since = null where id = ${$.webhookId}::bigint`,
);

const endDelivery = statement(
  'end webhook delivery',
  ($: Parameters<Key & { error: string }>) => sql<object>`
    update webhook_deliveries d set next_attempt_at = null, error = ${$.error} where ${isCurrent($)}`,
);

const holdDelivery = statement(
  'hold webhook delivery',
  ($: Parameters<Key>) => sql<object>`
    update webhook_deliveries d set is_held = true where ${isCurrent($)}`,
);

const recordFailed = statement(
  'record failed webhook delivery',
  ($: Parameters<Key & { status: number | null; error: string | null; nextAt: number | null }>) => sql<{ id: string }>`
    update webhook_deliveries d
    set attempts = d.attempts + 1, status = ${$.status}::integer, error = ${$.error},
      next_attempt_at = ${deliveryTime(sql`to_timestamp(${$.nextAt}::float8)`)}
    where ${isCurrent($)} returning d.id`,
);

/** No row if the webhook was disabled, deleted or given another URL since the attempt began. */
const noteFailure = statement(
  'note failure of webhook',
  ($: Parameters<{ webhookId: string; url: string; now: number; days: number }>) => sql<{ isOverdue: boolean }>`
    update webhooks set failing_since = coalesce(failing_since, to_timestamp(${$.now}::float8))
    where id = ${$.webhookId}::bigint and url = ${$.url} and disabled_at is null
    returning to_timestamp(${$.now}::float8) - failing_since >= make_interval(days => ${$.days}::integer) as "isOverdue"`,
);
