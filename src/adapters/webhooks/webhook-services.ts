import type { DeliveryJob } from '../../core/webhooks/delivery-job.js';
import type { WebhookServices } from '../../core/webhooks/ports.js';
import { insertJobs } from '../jobs/stored-jobs.js';
import { webhookUrlProblem } from './webhook-url.js';

/** @param allowed the entries of WEBHOOK_ALLOW */
export const createWebhookServices = (allowed: readonly string[]): WebhookServices => ({
  urlProblem: (url) => webhookUrlProblem(url, allowed),
  queue: (transaction, jobs) =>
    insertJobs(transaction, 'webhook', jobs, ({ lane, delaySeconds = 0 }: DeliveryJob) => ({
      // The jobs of a slow receiver, or of an owner with many, do not delay others.
      group: { id: lane },
      ...(delaySeconds > 0 && { startAfter: new Date(Date.now() + delaySeconds * 1000) }),
    })),
});
