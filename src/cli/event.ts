import type { Command } from 'commander';
import { rejectEvent } from '../core/event/event-approval.js';
import { listedEvents, type ListedEvent } from '../core/reads/operator-lists.js';
import { asAdministrator, asOption } from './as-administrator.js';
import { eventDeleteCommand } from './event-delete.js';
import { eventFeedbackCommand } from './event-feedback.js';
import { eventScheduleCommand } from './event-schedule.js';
import { eventShiftCommand } from './event-shift.js';
import { eventStateCommands } from './event-states.js';
import { requireConfirmation, yesOption } from './prompts.js';
import {
  OperatorCommand,
  positiveNumber,
  jsonOption,
  limitOption,
  list,
  shortTime,
  type ListOptions,
  type TextColumn,
} from './listing.js';

interface Options {
  readonly as?: string;
}

/** `event …`: the states of events, their dates, schedules and feedback. */
export function eventCommand(): Command {
  const command = new OperatorCommand('event').description('Manage events and their approval');
  for (const state of eventStateCommands()) command.addCommand(state);
  return command
    .addCommand(eventListCommand())
    .addCommand(rejectCommand())
    .addCommand(eventDeleteCommand())
    .addCommand(eventShiftCommand())
    .addCommand(eventScheduleCommand())
    .addCommand(eventFeedbackCommand());
}

function rejectCommand(): Command {
  return new OperatorCommand('reject')
    .description('Reject a pending event. With a reason, notify its hosts by mail.')
    .argument('<id>', 'event ID (see event list --pending)', positiveNumber)
    .option('--reason <text>', 'reason for the hosts, at most 200 characters')
    .addOption(asOption())
    .addOption(yesOption())
    .examples('npm run lectern -- event reject 42 --reason "It is not a conference."')
    .action(async (id: number, { reason, as, yes }: Options & { readonly reason?: string; readonly yes: boolean }) => {
      await requireConfirmation(`Reject event ${id}? This cannot be undone.`, { yes });
      await asAdministrator(as, (context) => rejectEvent(context, String(id), reason ?? null));
      process.stdout.write(`Rejected event ${id}.\n`);
    });
}

interface EventListOptions extends ListOptions {
  readonly pending: boolean;
  readonly search?: string;
}

const stateOf = ({ status, isPrivate, isCancelled, isWithdrawn }: ListedEvent): string =>
  [isWithdrawn ? 'withdrawn' : status.toLowerCase(), isCancelled && 'cancelled', isPrivate && 'private']
    .filter(Boolean)
    .join(', ');

const columns: readonly TextColumn<ListedEvent>[] = [
  { heading: 'ID', isNumber: true, cell: ({ id }) => id },
  { heading: 'NAME', cell: ({ name }) => name },
  { heading: 'STATUS', cell: stateOf },
  { heading: 'STARTS (UTC)', cell: ({ startsAt }) => shortTime(startsAt) },
  { heading: 'HOSTS', cell: ({ hosts }) => hosts.join(', ') || '-' },
  { heading: 'SUBMITTED (UTC)', cell: ({ submittedAt }) => shortTime(submittedAt) },
];

const events = { statement: listedEvents, columns, emptyText: 'No matching events.' };

/** `event list`: lists all events, including those that are not public. */
function eventListCommand(): Command {
  return new OperatorCommand('list')
    .description('List events, latest submission first, including pending, rejected and private ones.')
    .option('--pending', 'only events pending approval', false)
    .option('--search <text>', 'part of the name; ignores case and accents')
    .addOption(limitOption())
    .addOption(jsonOption())
    .examples(
      'npm run lectern -- event list --pending',
      "npm run --silent lectern -- event list --pending --json | jq -r '.[].id'",
    )
    .action(async ({ pending: pendingOnly, search, ...options }: EventListOptions) => {
      await list(events, { search: search ?? null, pendingOnly }, options);
    });
}
