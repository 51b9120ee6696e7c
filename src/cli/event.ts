import { Command } from 'commander';
import { approveEvent, rejectEvent } from '../core/event/event-approval.js';
import { asAdministrator, asOption } from './as-administrator.js';
import { requireConsent, yesOption } from './consent.js';
import { eventListCommand } from './event-list.js';
import { positiveNumber } from './positive-number.js';

interface Options {
  readonly as?: string;
}

/** `event …`: the approval of submitted events. */
export function eventCommand(): Command {
  return new Command('event')
    .description('Manage events and their approval')
    .addCommand(eventListCommand())
    .addCommand(approveCommand())
    .addCommand(rejectCommand());
}

function approveCommand(): Command {
  return new Command('approve')
    .description('Approve a pending event and notify its hosts by mail.')
    .argument('<id>', 'event ID (see event list --pending)', positiveNumber)
    .addOption(asOption())
    .addHelpText('after', '\nExample:\n  npm run lectern -- event approve 42')
    .action(async (id: number, { as }: Options) => {
      await asAdministrator(as, (context) => approveEvent(context, String(id)));
      process.stdout.write(`Approved event ${id}.\n`);
    });
}

function rejectCommand(): Command {
  return new Command('reject')
    .description('Reject a pending event. With a reason, notify its hosts by mail.')
    .argument('<id>', 'event ID (see event list --pending)', positiveNumber)
    .option('--reason <text>', 'reason for the hosts, at most 200 characters')
    .addOption(asOption())
    .addOption(yesOption())
    .addHelpText('after', '\nExample:\n  npm run lectern -- event reject 42 --reason "It is not a conference."')
    .action(async (id: number, { reason, as, yes }: Options & { readonly reason?: string; readonly yes: boolean }) => {
      await requireConsent(`Reject event ${id}? This cannot be undone.`, { yes });
      await asAdministrator(as, (context) => rejectEvent(context, String(id), reason ?? null));
      process.stdout.write(`Rejected event ${id}.\n`);
    });
}
