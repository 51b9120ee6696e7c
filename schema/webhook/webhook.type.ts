import type { Context } from '../../src/core/context.js';
import { webhookRecord } from '../../src/core/reads/records.js';
import { webhooksOfSite, type WebhookRow } from '../../src/core/reads/webhooks.js';
import { mayManageSiteWebhooks } from '../../src/core/rules.js';
import { ChangeKind, namesOf } from '../change/change.type.js';
import { enumOf, field, nullable } from '../fields.js';
import { computed, maybeRelated, objectType, shortList } from '../object-type.js';
import { paged } from '../paging.js';
import { queries, query } from '../root-fields.js';

const WebhookDisabledReason = enumOf('WebhookDisabledReason', 'Why the service has disabled a webhook.', {
  GONE: 'The receiver responded with 410.',
  FAILING: 'All attempts failed for 5 days. The owner was notified by mail.',
});

objectType(
  'Webhook',
  'A URL that receives signed messages about changes (Standard Webhooks). Visible to hosts of the event and site administrators. The webhook receives messages only while its owner, who created or last replaced it, may manage it.',
  {
    id: field.id('Numeric ID of the webhook.'),
    event: maybeRelated(
      'Event',
      'event',
      'eventId',
      'The event; null for a webhook that receives changes of all events.',
    ),
    url: field.url('URL of the receiver.'),
    kinds: computed(
      { ...field.of<string[]>(() => [ChangeKind] as never, 'Kinds of changes that it receives.') },
      ({ kinds }: WebhookRow) => namesOf(kinds),
    ),
    description: field.string('Description for its managers; may be empty.'),
    isDisabled: computed(
      field.boolean('Whether the service has disabled it: then it receives nothing. `replaceWebhook` enables it.'),
      ({ disabledReason }: WebhookRow) => disabledReason !== null,
    ),
    disabledReason: nullable.of(() => WebhookDisabledReason, 'Why it was disabled; null if it is enabled.'),
    disabledAt: nullable.dateTime('Time when it was disabled, in UTC; null if it is enabled.'),
    isVerified: computed(
      field.boolean(
        'Whether its receiver has responded to a `ping` with 2xx. Until then, it receives nothing else. The service sends one within seconds of the creation and of a new URL, repeats it for 35 minutes, and again at each `pingWebhook`.',
      ),
      ({ verifiedAtSeconds }: WebhookRow) => verifiedAtSeconds !== null,
    ),
    verifiedAt: nullable.dateTime('Time of the response to the ping, in UTC; null if it is unverified.'),
    verificationError: nullable.string(
      'Why the last attempt of a ping failed, such as `HTTP 401`; null if it is verified, or before the first attempt.',
    ),
    createdAt: field.dateTime('Time of creation, in UTC.'),
    deliveries: paged(
      'WebhookDelivery',
      'Messages of the last 7 days, latest first; those of which only the day is shown are the last of their day.',
      'deliveriesOfWebhook',
    ),
  },
);

objectType('WebhookDelivery', 'A message to a webhook, and its attempts.', {
  id: field.id('Numeric ID of the delivery.'),
  messageId: field.string('Header `webhook-id`: the same for each attempt, so that receivers detect duplicates.'),
  type: field.string('Type of the message, such as `talk_comment.created` or `ping`.'),
  attempts: field.int('Number of attempts so far.'),
  status: nullable.int('HTTP status of the last attempt, 100 to 599; null without a response.'),
  error: nullable.string('Error of the last attempt; null if it succeeded, or before the first attempt.'),
  deliveredAt: nullable.dateTime(
    'Time of the last successful attempt, in UTC; null if none succeeded. Rounded like `createdAt`.',
  ),
  nextAttemptAt: nullable.dateTime(
    'Time of the next attempt, in UTC; null if none is scheduled. Rounded like `createdAt`.',
  ),
  createdAt: field.dateTime('Time of creation, in UTC; of a message about a comment with a hidden name, only the day.'),
});

/** `Event.webhooks`. */
export const webhooksField = shortList(
  field.records(
    'Webhook',
    'Webhooks for changes of the event, oldest first; at most 20. Empty unless the viewer is a host of the event or a site administrator.',
  ),
  ({ id }: { readonly id: string }, { viewer, reads }: Context) => (viewer ? reads.load('webhooksOfEvent', id) : []),
);

export const webhookQueries = queries({
  webhooks: {
    ...query(
      field.records(
        'Webhook',
        'Webhooks that receive changes of all events, oldest first. Empty unless the viewer is a site administrator.',
      ),
      {},
      async ({ viewer, reads: { scope } }) =>
        viewer && mayManageSiteWebhooks(viewer) ? (await scope.run(webhooksOfSite, {})).map(webhookRecord) : [],
    ),
    complexity: ({ childComplexity }: { childComplexity: number }) => 5 * (1 + childComplexity),
  },
});
