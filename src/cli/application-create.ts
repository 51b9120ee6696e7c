import { Command, InvalidArgumentError } from 'commander';
import { createApplication } from '../core/application/operator-applications.js';
import { OperatorError } from '../config/operator-error.js';
import { verifiedSecretKey } from '../core/secret-key/secret-key-check.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly user: string;
  readonly name: string;
  readonly description: string;
  readonly callbackUrl?: string;
  readonly firstParty: boolean;
  readonly revocable: boolean;
  readonly idleDays?: number;
}

/** `application create`: prints the key and secret that the application logs users in with. */
export function applicationCreateCommand(): Command {
  return new Command('create')
    .description('Create an application that users log in through; print its key and secret.')
    .requiredOption('--user <name>', 'username of the owner (case-insensitive)')
    .requiredOption('--name <name>', 'name, shown as the source of comments made through it')
    .option('--description <text>', 'purpose of the application', 'Made by the operator of the service.')
    .option('--callback-url <address>', 'callback URL')
    .option('--first-party', 'first-party application: may manage accounts and tokens', false)
    .option('--no-revocable', 'users cannot revoke its tokens from their list')
    .option('--idle-days <n>', 'expire its tokens after this many days without use', idleDays)
    .addHelpText(
      'after',
      `
Example:
  npm run --silent lectern -- application create --user ada --name Website --first-party`,
    )
    .action(async ({ user: username, firstParty, revocable, idleDays: days, ...description }: Options) => {
      const settings = {
        isFirstParty: firstParty,
        tokensAreRevocable: revocable,
        tokenIdleDays: days ?? null,
      };
      const credentials = await withDatabase(async ({ orm, pool }, config) =>
        createApplication(orm.em.fork(), await verifiedSecretKey(pool, config), {
          username,
          ...description,
          ...settings,
        }),
      );
      if (credentials === null) {
        throw new OperatorError(`No active user "${username}": look up the username and try again.`);
      }
      process.stdout.write(`key ${credentials.consumerKey}\nsecret ${credentials.consumerSecret}\n`);
    });
}

/** Parses `--idle-days`. */
export function idleDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Must be a whole number of days from 1 to 99999.');
  return Number(text);
}
