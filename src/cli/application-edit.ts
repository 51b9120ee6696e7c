import { Command } from 'commander';
import { editApplication } from '../core/application/operator-applications.js';
import { idleDays } from './application-create.js';
import { requireConsent, yesOption } from './consent.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly name?: string;
  readonly description?: string;
  readonly firstParty?: boolean;
  /** False: no idle limit. */
  readonly idleDays?: number | false;
  readonly yes: boolean;
}

/** `application edit <key>`: edits any application, whether or not it has an owner. */
export function applicationEditCommand(): Command {
  return new Command('edit')
    .description('Change the name, description, first-party flag or idle days of any application.')
    .argument('<key>', 'application key (see application list)')
    .option('--name <name>', 'name, shown as the source of comments made through it from now on')
    .option('--description <text>', 'purpose of the application')
    .option('--first-party', 'first-party application: may manage accounts and tokens')
    .option('--no-first-party', 'third-party application')
    .option('--idle-days <n>', 'expire its tokens after this many days without use', idleDays)
    .option('--no-idle-days', 'do not expire its tokens for lack of use')
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- application edit web2 --name Website --first-party --idle-days 2
  npm run lectern -- application edit web2 --no-idle-days`,
    )
    .action(async (key: string, { yes, ...options }: Options, command: Command) => {
      if (Object.keys(options).length === 0) command.error('error: specify at least one option to change');
      const { name, description, firstParty, idleDays: days } = options;
      if (firstParty === false) {
        await requireConsent(`Withdraw account management from application ${key}?`, { yes });
      }
      await withDatabase(({ orm }) =>
        editApplication(orm.em.fork(), key, {
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(firstParty !== undefined && { isFirstParty: firstParty }),
          ...(days !== undefined && { tokenIdleDays: days === false ? null : days }),
        }),
      );
      process.stdout.write(`Updated ${key}.\n`);
    });
}
