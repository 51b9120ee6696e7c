import type { GraphWrite } from './graph-write.js';
import { may } from './truth.js';

const fields = { url: 'https://hooks.example/other', kinds: ['TALK_MOVED'] };
const ofWebhook = { truth: may('hosts', 'NOT_FOUND WEBHOOK_UNKNOWN'), unseen: 'WEBHOOK_UNKNOWN', asks: [] } as const;

/** The writes to webhooks. Those who may not manage a webhook do not see it. */
export const webhookWrites: readonly GraphWrite[] = [
  {
    ...{ name: 'create a webhook', mutation: 'createWebhook', asks: ['mayManageWebhooks'] },
    input: ({ event }) => ({ eventId: event, ...fields }),
    ...{ truth: may('hosts', 'FORBIDDEN HOSTS_ONLY'), unseen: 'EVENT_UNKNOWN' },
  },
  {
    ...{ name: 'create a webhook of all events', mutation: 'createWebhook', asks: ['mayManageSiteWebhooks'] },
    input: () => fields,
    truth: may('admins', 'FORBIDDEN ADMINS_ONLY'),
  },
  {
    ...{ name: 'replace a webhook', mutation: 'replaceWebhook', ...ofWebhook },
    input: ({ webhook }) => ({ webhookId: webhook, ...fields }),
  },
  {
    ...{ name: 'rotate the secret of a webhook', mutation: 'rotateWebhookSecret', ...ofWebhook },
    input: ({ webhook }) => ({ webhookId: webhook }),
  },
  {
    ...{ name: 'ping a webhook', mutation: 'pingWebhook', ...ofWebhook },
    input: ({ webhook }) => ({ webhookId: webhook }),
  },
  {
    ...{ name: 'delete a webhook', mutation: 'deleteWebhook', ...ofWebhook },
    input: ({ webhook }) => ({ webhookId: webhook }),
  },
  {
    ...{ name: 'resend a delivery', mutation: 'resendDelivery', ...ofWebhook },
    input: ({ delivery }) => ({ deliveryId: delivery }),
    ...{ truth: may('hosts', 'NOT_FOUND DELIVERY_UNKNOWN'), unseen: 'DELIVERY_UNKNOWN' },
  },
];
