import type { Command } from 'commander';
import { createApplication, editApplication, setFirstParty } from '../core/application/operator-applications.js';
import { OperatorError } from '../config/operator-error.js';
import { verifiedSecretKey } from '../core/secret-key/secret-key-check.js';
import { listedApplications, type ListedApplication } from '../core/reads/operator-lists.js';
import {
  OperatorCommand,
  numberMatching,
  jsonOption,
  limitOption,
  list,
  shortTime,
  type ListOptions,
  type TextColumn,
} from './listing.js';
import { withDatabase } from './with-database.js';
import { requireConfirmation, yesOption } from './prompts.js';

/** `application …`: client applications. */
export function applicationCommand(): Command {
  return new OperatorCommand('application')
    .description('Manage client applications')
    .addCommand(applicationCreateCommand())
    .addCommand(applicationListCommand())
    .addCommand(applicationEditCommand())
    .addCommand(applicationFirstPartyCommand());
}

const idleDays = numberMatching(/^[1-9]\d{0,4}$/, 'a whole number of days from 1 to 99999');

interface CreateOptions {
  readonly user: string;
  readonly name: string;
  readonly description: string;
  readonly callbackUrl?: string;
  readonly firstParty: boolean;
  readonly revocable: boolean;
  readonly idleDays?: number;
}

/** `application create`: prints the key and secret that the application logs users in with. */
function applicationCreateCommand(): Command {
  return new OperatorCommand('create')
    .description('Create an application that users log in through; print its key and secret.')
    .requiredOption('--user <name>', 'username of the owner (case-insensitive)')
    .requiredOption('--name <name>', 'name, shown as the source of comments made through it')
    .option('--description <text>', 'purpose of the application', 'Made by the operator of the service.')
    .option('--callback-url <address>', 'callback URL')
    .option('--first-party', 'first-party application: may manage accounts and tokens', false)
    .option('--no-revocable', 'do not let users revoke its tokens')
    .option('--idle-days <n>', 'expire its tokens after this many days without use', idleDays)
    .examples('npm run --silent lectern -- application create --user ada --name Website --first-party')
    .action(async ({ user: username, firstParty, revocable, idleDays: days, ...description }: CreateOptions) => {
      const credentials = await withDatabase(async ({ orm, pool }, config) =>
        createApplication(orm.em.fork(), await verifiedSecretKey(pool, config), {
          username,
          ...description,
          isFirstParty: firstParty,
          tokensAreRevocable: revocable,
          tokenIdleDays: days ?? null,
        }),
      );
      if (credentials === null) {
        throw new OperatorError(`No active user "${username}": look up the username and try again.`);
      }
      process.stdout.write(`key ${credentials.consumerKey}\nsecret ${credentials.consumerSecret}\n`);
    });
}

const columns: readonly TextColumn<ListedApplication>[] = [
  { heading: 'ID', isNumber: true, cell: ({ id }) => id },
  { heading: 'NAME', cell: ({ name }) => name ?? '-' },
  { heading: 'KEY', cell: ({ key }) => key },
  { heading: 'OWNER', cell: ({ owner }) => owner ?? '-' },
  { heading: 'FIRST PARTY', cell: ({ isFirstParty }) => (isFirstParty ? 'yes' : '-') },
  { heading: 'TOKENS', isNumber: true, cell: ({ tokens }) => String(tokens) },
  { heading: 'CREATED (UTC)', cell: ({ createdAt }) => shortTime(createdAt) },
];

const applications = { statement: listedApplications, columns, emptyText: 'No applications.' };

/** `application list`: omits the secrets, which only the owners can read. */
function applicationListCommand(): Command {
  return new OperatorCommand('list')
    .description('List applications, without their secrets.')
    .addOption(limitOption())
    .addOption(jsonOption())
    .examples(
      'npm run lectern -- application list',
      "npm run --silent lectern -- application list --json | jq -r '.[] | select(.isFirstParty) | .key'",
    )
    .action((options: ListOptions) => list(applications, {}, options));
}

interface EditOptions {
  readonly name?: string;
  readonly description?: string;
  readonly firstParty?: boolean;
  /** False: no idle limit. */
  readonly idleDays?: number | false;
  readonly yes: boolean;
}

/** `application edit <key>`: edits any application, whether or not it has an owner. */
function applicationEditCommand(): Command {
  return new OperatorCommand('edit')
    .description('Change the name, description, first-party flag or idle days of any application.')
    .argument('<key>', 'application key (see application list)')
    .option('--name <name>', 'name, shown as the source of comments made through it from now on')
    .option('--description <text>', 'purpose of the application')
    .option('--first-party', 'first-party application: may manage accounts and tokens')
    .option('--no-first-party', 'third-party application')
    .option('--idle-days <n>', 'expire its tokens after this many days without use', idleDays)
    .option('--no-idle-days', 'do not expire its tokens for lack of use')
    .addOption(yesOption())
    .examples(
      'npm run lectern -- application edit web2 --name Website --first-party --idle-days 2',
      'npm run lectern -- application edit web2 --no-idle-days',
    )
    .action(async (key: string, { yes, ...options }: EditOptions, command: Command) => {
      if (Object.keys(options).length === 0) command.error('error: specify at least one option to change');
      const { name, description, firstParty, idleDays: days } = options;
      if (firstParty === false) {
        await requireConfirmation(`Withdraw account management from application ${key}?`, { yes });
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

interface FirstPartyOptions {
  readonly off: boolean;
  readonly yes: boolean;
}

/** `application first-party <key>`: sets or clears the first-party flag. */
function applicationFirstPartyCommand(): Command {
  return new OperatorCommand('first-party')
    .description('Mark an application as first-party: users may manage their accounts and tokens through it.')
    .argument('<key>', 'application key (see application list)')
    .option('--off', 'clear the first-party flag', false)
    .addOption(yesOption())
    .examples(
      'npm run lectern -- application first-party web2',
      'npm run lectern -- application first-party web2 --off --yes',
    )
    .action(async (key: string, { off, yes }: FirstPartyOptions) => {
      if (off) await requireConfirmation(`Withdraw account management from application ${key}?`, { yes });
      await withDatabase(({ orm }) => setFirstParty(orm.em.fork(), key, !off));
      process.stdout.write(`${key} ${off ? 'is no longer' : 'is now'} a first-party application.\n`);
    });
}
