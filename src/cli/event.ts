import { Command } from 'commander';
import { approveEvent, rejectEvent } from '../domain/event/event-approval.js';
import { asAdministrator, asOption } from './as-administrator.js';
import { requireConsent, yesOption } from './consent.js';
import { eventListCommand } from './event-list.js';
import { positiveNumber } from './positive-number.js';

interface Options {
  readonly as?: string;
}

/** `event …`: submissions and what becomes of them. */
export function eventCommand(): Command {
  return new Command('event')
    .description('Events, and those that await approval')
    .addCommand(eventListCommand())
    .addCommand(approveCommand())
    .addCommand(rejectCommand());
}

function approveCommand(): Command {
  return new Command('approve')
    .description('Approve an event that awaits it; its hosts are told by mail.')
    .argument('<id>', 'as event list --pending shows it', positiveNumber)
    .addOption(asOption())
    .addHelpText('after', '\nExample:\n  npm run lectern -- event approve 42')
    .action(async (id: number, { as }: Options) => {
      await asAdministrator(as, (context) => approveEvent(context, String(id)));
      process.stdout.write(`Event ${id} is approved.\n`);
    });
}

function rejectCommand(): Command {
  return new Command('reject')
    .description('Turn an event down that awaits approval. With a reason, its hosts are told by mail.')
    .argument('<id>', 'as event list --pending shows it', positiveNumber)
    .option('--reason <text>', 'for its hosts, 200 characters at most')
    .addOption(asOption())
    .addOption(yesOption())
    .addHelpText('after', '\nExample:\n  npm run lectern -- event reject 42 --reason "It is not a conference."')
    .action(async (id: number, { reason, as, yes }: Options & { readonly reason?: string; readonly yes: boolean }) => {
      await requireConsent(`Reject event ${id}? That is not undone.`, { yes });
      await asAdministrator(as, (context) => rejectEvent(context, String(id), reason ?? null));
      process.stdout.write(`Event ${id} is rejected.\n`);
    });
}
