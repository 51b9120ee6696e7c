import type { Command } from 'commander';
import {
  listedDeliveries,
  listedWebhooks,
  type ListedDelivery,
  type ListedWebhook,
} from '../core/reads/operator-webhooks.js';
import { resendDelivery } from '../core/webhooks/send-now.js';
import { asAdministrator, asOption } from './as-administrator.js';
import {
  OperatorCommand,
  jsonOption,
  limitOption,
  list,
  positiveNumber,
  shortTime,
  type ListOptions,
  type TextColumn,
} from './listing.js';

/** `webhook …`: webhooks and their deliveries. */
export function webhookCommand(): Command {
  return new OperatorCommand('webhook')
    .description('Inspect webhooks and send deliveries again')
    .addCommand(webhookListCommand())
    .addCommand(webhookResendCommand());
}

const stateOf = ({ disabledReason, failingSince, verifiedAt, verificationError }: ListedWebhook): string => {
  if (disabledReason !== null) return `disabled: ${disabledReason.toLowerCase()}`;
  if (verifiedAt === null) return verificationError === null ? 'unverified' : `unverified: ${verificationError}`;
  return failingSince === null ? 'enabled' : `failing since ${shortTime(failingSince)}`;
};

const webhookColumns: readonly TextColumn<ListedWebhook>[] = [
  { heading: 'ID', isNumber: true, cell: ({ id }) => id },
  { heading: 'EVENT', cell: ({ eventId, event }) => (eventId === null ? 'all' : `${eventId} ${event}`) },
  { heading: 'OWNER', cell: ({ owner }) => owner },
  { heading: 'STATE (UTC)', cell: stateOf },
  { heading: 'WAITING', isNumber: true, cell: ({ waiting }) => String(waiting) },
  { heading: 'URL', cell: ({ url }) => url },
];

const deliveryColumns: readonly TextColumn<ListedDelivery>[] = [
  { heading: 'ID', isNumber: true, cell: ({ id }) => id },
  { heading: 'TYPE', cell: ({ type }) => type },
  { heading: 'CREATED (UTC)', cell: ({ createdAt }) => shortTime(createdAt) },
  { heading: 'ATTEMPTS', isNumber: true, cell: ({ attempts }) => String(attempts) },
  { heading: 'DELIVERED (UTC)', cell: ({ deliveredAt }) => (deliveredAt === null ? '-' : shortTime(deliveredAt)) },
  { heading: 'NEXT (UTC)', cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '-' : shortTime(nextAttemptAt)) },
  { heading: 'ERROR', cell: ({ error }) => error ?? '-' },
];

const webhooks = { statement: listedWebhooks, columns: webhookColumns, emptyText: 'No webhooks.' };
const deliveries = { statement: listedDeliveries, columns: deliveryColumns, emptyText: 'No deliveries.' };

/** `webhook list`: all webhooks, or the deliveries of one. */
function webhookListCommand(): Command {
  return new OperatorCommand('list')
    .description('List all webhooks, or the deliveries of one in the last 7 days, latest first.')
    .argument('[id]', 'webhook ID', positiveNumber)
    .addOption(limitOption())
    .addOption(jsonOption())
    .examples('npm run lectern -- webhook list', 'npm run lectern -- webhook list 3')
    .action((id: number | undefined, options: ListOptions) =>
      id === undefined ? list(webhooks, {}, options) : list(deliveries, { webhook: String(id) }, options),
    );
}

/** `webhook resend`: sends a delivery again, with the same message ID. */
function webhookResendCommand(): Command {
  return new OperatorCommand('resend')
    .description('Send a delivery again. The service sends it within seconds, with the same webhook-id.')
    .argument('<delivery>', 'delivery ID (see webhook list <id>)', positiveNumber)
    .addOption(asOption())
    .examples('npm run lectern -- webhook resend 1742')
    .action(async (id: number, { as }: { readonly as?: string }) => {
      await asAdministrator(as, (context) => resendDelivery(context, String(id)));
      process.stdout.write(`Queued delivery ${id}.\n`);
    });
}
