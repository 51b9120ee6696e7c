import type { EntityManager } from '@mikro-orm/postgresql';
import { nodeIdOf } from '../../../schema/node.js';
import type { ConcurrentWork } from '../../adapters/jobs/concurrent-jobs.js';
import type { PeriodicJob } from '../../adapters/jobs/job.js';
import { createWebhookSender } from '../../adapters/webhooks/send-webhook.js';
import { createWebhookServices } from '../../adapters/webhooks/webhook-services.js';
import type { MailQueue } from '../../core/ports.js';
import { attemptDelivery } from '../../core/webhooks/attempt-delivery.js';
import { deleteFullAllowances, type WebhookLimits } from '../../core/webhooks/allowance.js';
import { deleteOldDeliveries } from '../../core/webhooks/delete-old-deliveries.js';
import type { DeliveryJob } from '../../core/webhooks/delivery-job.js';
import type { SendWebhook } from '../../core/webhooks/ports.js';
import { dispatchChanges } from '../../core/webhooks/dispatch-changes.js';
import type { RecordNames } from '../../core/webhooks/message.js';
import type { Run } from '../../database/sql/statement.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';

interface WebhookParts {
  readonly em: EntityManager;
  readonly run: Run;
  readonly secretKey: Buffer;
  readonly mail: MailQueue;
  /** The URI of a record in v2.1; null for types without one. */
  readonly uriOf: RecordNames['uriOf'];
  /** The entries of WEBHOOK_ALLOW. */
  readonly allowed: readonly string[];
  readonly limits: WebhookLimits;
  readonly metrics?: Pick<Metrics, 'count'> | undefined;
}

/** The jobs that dispatch changes to webhooks and send them. */
export function webhookWork({ allowed, metrics, uriOf, ...parts }: WebhookParts): ConcurrentWork {
  const { queue } = createWebhookServices(allowed);
  const sender = createWebhookSender({ allowed });
  const send: SendWebhook = async (request, now) => {
    const result = await sender(request, now);
    metrics?.count('webhookAttempts', result.outcome);
    return result;
  };
  const attemptParts = { ...parts, queue, send, now: () => Date.now() / 1000 };
  return {
    queue: 'webhook',
    prepare: () => dispatchChanges({ ...parts, queue, names: { uriOf, nodeIdOf } }),
    work: ({ data }) => attemptDelivery(attemptParts, data as DeliveryJob),
  };
}

const SWEEP_TIME = '52 * * * *';

export const webhookSweeps = (run: Run): PeriodicJob[] => [
  {
    name: 'sweep-webhook-deliveries',
    cron: SWEEP_TIME,
    work: async () => {
      await run(deleteOldDeliveries, {});
      await run(deleteFullAllowances, {});
    },
  },
];
