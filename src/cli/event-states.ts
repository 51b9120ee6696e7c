import type { Command } from 'commander';
import type { Context } from '../core/context.js';
import { approveEvent } from '../core/event/event-approval.js';
import { cancelEvent, reinstateEvent } from '../core/event/event-cancellation.js';
import { withdrawEvent } from '../core/event/event-withdrawal.js';
import { asAdministrator, asOption } from './as-administrator.js';
import { OperatorCommand, positiveNumber } from './listing.js';
import { requireConfirmation, yesOption } from './prompts.js';

/** A command that gives an event another state. */
interface StateCommand {
  readonly name: string;
  readonly description: string;
  /** The argument, and where to look it up. */
  readonly list: string;
  /** Asked before; without it, no confirmation is required. */
  readonly question?: (id: number) => string;
  readonly run: (context: Context, id: string) => Promise<string>;
  /** What was done, as the beginning of a sentence. */
  readonly done: string;
}

const commands: readonly StateCommand[] = [
  {
    name: 'approve',
    description: 'Approve a pending or withdrawn event and notify its hosts by mail.',
    list: 'event list --pending',
    run: approveEvent,
    done: 'Approved',
  },
  {
    name: 'cancel',
    description: 'Cancel an approved event and notify its hosts by mail. It stays listed, shown as cancelled.',
    list: 'event list',
    question: (id) => `Cancel event ${id}?`,
    run: cancelEvent,
    done: 'Cancelled',
  },
  {
    name: 'reinstate',
    description: 'Revoke the cancellation of an event and notify its hosts by mail.',
    list: 'event list',
    run: reinstateEvent,
    done: 'Reinstated',
  },
  {
    name: 'withdraw',
    description:
      'Withdraw an approved event and notify its hosts by mail: only they and administrators see it until it is approved again.',
    list: 'event list',
    question: (id) => `Withdraw event ${id}?`,
    run: withdrawEvent,
    done: 'Withdrew',
  },
];

interface Options {
  readonly as?: string;
  readonly yes?: boolean;
}

/** `event approve`, `cancel`, `reinstate` and `withdraw`. */
export const eventStateCommands = (): Command[] => commands.map(stateCommand);

function stateCommand({ name, description, list, question, run, done }: StateCommand): Command {
  const command = new OperatorCommand(name)
    .description(description)
    .argument('<id>', `event ID (see ${list})`, positiveNumber)
    .addOption(asOption());
  if (question) command.addOption(yesOption());
  return command.examples(`npm run lectern -- event ${name} 42`).action(async (id: number, options: Options) => {
    const { as, yes = false } = options;
    if (question) await requireConfirmation(question(id), { yes });
    await asAdministrator(as, (context) => run(context, String(id)));
    process.stdout.write(`${done} event ${id}.\n`);
  });
}
