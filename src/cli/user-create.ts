import { Command } from 'commander';
import { createAccount } from '../domain/account/operator-accounts.js';
import { hashPassword, passwordProblem, verifyPassword } from '../passwords/passwords.js';
import { chosenPassword, passwordOption, type PasswordOptions } from './chosen-password.js';
import { withDatabase } from './with-database.js';

interface Options extends PasswordOptions {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly admin: boolean;
  readonly trusted: boolean;
}

/** `user create`: the way to the first site administrator. Without `--password-stdin` it prints a password, and only that. */
export function userCreateCommand(): Command {
  return new Command('create')
    .description('Make an account that is verified at once. Without --password-stdin, print a new password this once.')
    .requiredOption('--username <name>', 'unique, without regard to case')
    .requiredOption('--full-name <name>', 'the name that is shown')
    .requiredOption('--email <address>', 'unique, without regard to case')
    .option('--admin', 'a site administrator', false)
    .option('--trusted', 'their events need no approval', false)
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
