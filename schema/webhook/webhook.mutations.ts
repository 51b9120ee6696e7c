import type { Context } from '../../src/core/context.js';
import { deleteWebhook, replaceWebhook, rotateWebhookSecret } from '../../src/core/webhooks/change-webhook.js';
import { createWebhook } from '../../src/core/webhooks/create-webhook.js';
import { pingWebhook, resendDelivery } from '../../src/core/webhooks/send-now.js';
import { ChangeKind, kindsOf } from '../change/change.type.js';
import { field, nullable } from '../fields.js';
import { deletedNode, mutation, mutations, nodeIdOfDeleted } from '../root-fields.js';

const FOR_MANAGERS = 'Requires a host of the event or a site administrator. Errors: UNAUTHENTICATED, NOT_FOUND';
const SECRET = 'Secret that verifies the signatures: `whsec_` and 32 bytes in base64. It cannot be retrieved again.';

const webhookFields = {
  url: field.url('URL of the receiver: https, a public address, no credentials; at most 2000 characters.'),
  kinds: field.of<string[]>(() => [ChangeKind] as never, 'Kinds of changes to receive; at least one.'),
  description: nullable.string('Description for its managers, at most 300 characters; empty if omitted or null.'),
};

const webhookId = field.id('ID of the webhook.');
const webhook = field.record('Webhook', 'The webhook.');
const delivery = field.record('WebhookDelivery', 'The delivery. The attempt begins within seconds.');

const loaded = async ({ reads }: Context, id: string) => ({ webhook: await reads.load('webhook', id) });
const loadedDelivery = async ({ reads }: Context, id: string) => ({
  delivery: await reads.load('webhookDelivery', id),
});

export const webhookMutations = mutations({
  createWebhook: mutation({
    scopes: ['host'],
    description: `Creates a webhook, which receives a \`ping\` within seconds, and signed messages about all changes after it has responded with 2xx. At most 20 per event. Without \`eventId\`, it receives changes of all events and requires a site administrator. ${FOR_MANAGERS}, FORBIDDEN, INVALID, RATE_LIMITED.`,
    input: { eventId: nullable.id('ID of an event; changes of all events if omitted or null.'), ...webhookFields },
    payload: { secret: field.string(SECRET), webhook },
    run: async (context, { eventId, url, kinds, description }) => {
      const input = { url, kinds: kindsOf(kinds) ?? [], description: description ?? null };
      const { id, secret } = await createWebhook(context, { eventId: eventId ?? null, ...input });
      return { ...(await loaded(context, id)), secret };
    },
  }),

  replaceWebhook: mutation({
    scopes: ['host'],
    description: `Replaces the fields of a webhook. The viewer becomes its owner. At another URL, or if it was disabled, it receives only changes after it has responded to a \`ping\`. ${FOR_MANAGERS}, INVALID, RATE_LIMITED.`,
    input: { webhookId, ...webhookFields },
    payload: { webhook },
    run: async (context, { webhookId, url, kinds, description }) => {
      const input = { url, kinds: kindsOf(kinds) ?? [], description: description ?? null };
      return loaded(context, await replaceWebhook(context, webhookId, input));
    },
  }),

  rotateWebhookSecret: mutation({
    scopes: ['host'],
    description: `Replaces the secret of a webhook. Messages have signatures of the new and the previous secret for 24 hours. ${FOR_MANAGERS}.`,
    input: { webhookId },
    payload: { secret: field.string(SECRET), webhook },
    run: async (context, { webhookId }) => {
      const { id, secret } = await rotateWebhookSecret(context, webhookId);
      return { ...(await loaded(context, id)), secret };
    },
  }),

  pingWebhook: mutation({
    scopes: ['host'],
    description: `Sends a message of type \`ping\` to a webhook; a response of 2xx verifies it. ${FOR_MANAGERS}, CONFLICT, RATE_LIMITED.`,
    input: { webhookId },
    payload: { delivery },
    run: async (context, { webhookId }) => loadedDelivery(context, await pingWebhook(context, webhookId)),
  }),

  resendDelivery: mutation({
    scopes: ['host'],
    description: `Sends a message to its webhook again, with the same \`webhook-id\`. ${FOR_MANAGERS}, CONFLICT if it is disabled or unverified, RATE_LIMITED.`,
    input: { deliveryId: field.id('ID of the delivery.') },
    payload: { delivery },
    run: async (context, { deliveryId }) => loadedDelivery(context, await resendDelivery(context, deliveryId)),
  }),

  deleteWebhook: mutation({
    scopes: ['host'],
    description: `Deletes a webhook with its deliveries. ${FOR_MANAGERS}.`,
    input: { webhookId },
    payload: {
      deletedNodeId: deletedNode('webhook'),
      event: nullable.record('Event', 'The event, with its remaining webhooks; null for a webhook of all events.'),
    },
    run: async (context, { webhookId }) => {
      const { eventId } = await deleteWebhook(context, webhookId);
      return {
        deletedNodeId: nodeIdOfDeleted('Webhook', webhookId),
        event: eventId === null ? null : await context.reads.load('event', eventId),
      };
    },
  }),
});
