import { Command, InvalidArgumentError } from 'commander';
import { createApplication } from '../domain/application/operator-applications.js';
import { OperatorError } from '../operator-error.js';
import { secretKey } from '../secret-key.js';
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

/** `application create`: prints the key and the secret that people then log in through. */
export function applicationCreateCommand(): Command {
  return new Command('create')
    .description('Make an application in which people can log in; print its key and its secret.')
    .requiredOption('--user <name>', 'the username of its owner, in any case')
    .requiredOption('--name <name>', 'shown as the source of the comments made in it')
    .option('--description <text>', 'what it is for', 'Made by the operator of the service.')
    .option('--callback-url <address>', 'where it wants to be called back')
    .option('--first-party', 'it belongs to the service itself, and may manage accounts and tokens', false)
    .option('--no-revocable', 'people cannot end its tokens from their list')
    .option('--idle-days <n>', 'its tokens end after so many days without use', days)
    .addHelpText(
      'after',
      `
Example:
  npm run --silent lectern -- application create --user ada --name Website --first-party`,
    )
    .action(async ({ user: username, firstParty, revocable, idleDays, ...description }: Options) => {
      const settings = {
        isFirstParty: firstParty,
        tokensAreRevocable: revocable,
        tokenIdleDays: idleDays ?? null,
      };
      const credentials = await withDatabase(async ({ orm }, config) =>
        createApplication(orm.em.fork(), await secretKey(config), { username, ...description, ...settings }),
      );
      if (credentials === null) {
        throw new OperatorError(`There is no active user "${username}": look up the username and try again.`);
      }
      process.stdout.write(`key ${credentials.consumerKey}\nsecret ${credentials.consumerSecret}\n`);
    });
}

function days(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of days, 1 to 99999.');
  return Number(text);
}
