import { Command } from 'commander';
import { createAccount } from '../core/account/operator-accounts.js';
import { hashPassword, passwordProblem, verifyPassword } from '../adapters/passwords/passwords.js';
import { chosenPassword, passwordOption, type PasswordOptions } from './chosen-password.js';
import { withDatabase } from './with-database.js';

interface Options extends PasswordOptions {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly admin: boolean;
  readonly trusted: boolean;
}

/**
 * `user create`: also creates the first site administrator. Without `--password-stdin` it prints the password and
 * nothing else.
 */
export function userCreateCommand(): Command {
  return new Command('create')
    .description('Create a verified account. Without --password-stdin, generate a password and print it once.')
    .requiredOption('--username <name>', 'unique, case-insensitive')
    .requiredOption('--full-name <name>', 'display name')
    .requiredOption('--email <address>', 'unique, case-insensitive')
    .option('--admin', 'make it a site administrator', false)
    .option('--trusted', 'publish its events without approval', false)
    .addOption(passwordOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run --silent lectern -- user create --admin --username ada --full-name "Ada L." --email ada@example.org
  pass show ada | npm run --silent lectern -- user create --username ada … --password-stdin`,
    )
    .action(async ({ admin: isAdmin, trusted: isTrusted, passwordStdin, ...names }: Options) => {
      const { password, isNew } = await chosenPassword({ passwordStdin });
      const account = { ...names, password, isAdmin, isTrusted };
      const passwords = { passwordProblem, hashPassword, verifyPassword };
      await withDatabase(({ orm }) => createAccount(orm.em.fork(), passwords, account));
      if (isNew) process.stdout.write(`${password}\n`);
    });
}
