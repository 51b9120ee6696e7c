import { Command } from 'commander';
import { operatorToken } from '../core/application/tokens.js';
import { OperatorError } from '../config/operator-error.js';
import { withDatabase } from './with-database.js';

/** `token create --user <name>`: prints the token and nothing else, for scripts. */
export function tokenCreateCommand(): Command {
  return new Command('create')
    .description('Create an access token for a user and print it. Only its hash is stored: it cannot be shown again.')
    .requiredOption('--user <name>', 'username (case-insensitive)')
    .addHelpText(
      'after',
      '\nExample:\n  curl -H "Authorization: Bearer $(npm run --silent lectern -- token create --user host)" …',
    )
    .action(async ({ user }: { user: string }) => {
      const token = await withDatabase(({ orm }) => operatorToken(orm.em.fork(), user));
      if (token === null) {
        throw new OperatorError(`No active user "${user}": look up the username and try again.`);
      }
      process.stdout.write(`${token}\n`);
    });
}
