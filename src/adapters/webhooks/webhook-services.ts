import type { DeliveryJob } from '../../core/webhooks/delivery-job.js';
import type { WebhookServices } from '../../core/webhooks/ports.js';
import { insertJobs } from '../jobs/stored-jobs.js';
import { webhookUrlProblem } from './webhook-url.js';

/** @param allowed the entries of WEBHOOK_ALLOW */
export const createWebhookServices = (allowed: readonly string[]): WebhookServices => ({
  urlProblem: (url) => webhookUrlProblem(url, allowed),
  queue: (transaction, jobs) =>
    insertJobs(transaction, 'webhook', jobs, ({ webhookId, delaySeconds = 0 }: DeliveryJob) => ({
      // Each webhook is a group: the jobs of a slow receiver do not delay others.
      group: { id: webhookId },
      ...(delaySeconds > 0 && { startAfter: new Date(Date.now() + delaySeconds * 1000) }),
    })),
});
