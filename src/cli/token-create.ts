import { Command } from 'commander';
import { operatorToken } from '../domain/token/tokens.js';
import { OperatorError } from '../operator-error.js';
import { withDatabase } from './with-database.js';

/** `token create --user <name>`: prints a token and nothing else, so that a script can take it. */
export function tokenCreateCommand(): Command {
  return new Command('create')
    .description('Print a new access token for a user. It is stored hashed, so it is shown this once.')
    .requiredOption('--user <name>', 'the username, in any case')
    .addHelpText(
      'after',
      '\nExample:\n  curl -H "Authorization: Bearer $(npm run --silent lectern -- token create --user host)" …',
    )
    .action(async ({ user }: { user: string }) => {
      const token = await withDatabase(({ orm }) => operatorToken(orm.em.fork(), user));
      if (token === null) {
        throw new OperatorError(`There is no active user "${user}": look up the username and try again.`);
      }
      process.stdout.write(`${token}\n`);
    });
}
