import { Command } from 'commander';
import { setPassword } from '../core/account/operator-accounts.js';
import { hashPassword, passwordProblem, verifyPassword } from '../adapters/passwords/passwords.js';
import { chosenPassword, passwordOption, type PasswordOptions } from './chosen-password.js';
import { requireConsent, yesOption } from './consent.js';
import { withDatabase } from './with-database.js';

interface Options extends PasswordOptions {
  readonly yes: boolean;
}

/**
 * `user password`: for users who cannot reset their password by mail. Without `--password-stdin` it prints the password
 * and nothing else.
 */
export function userPasswordCommand(): Command {
  return new Command('password')
    .description(
      'Set a new password and revoke all tokens of an account. Without --password-stdin, generate a password and print it once.',
    )
    .argument('<username>', 'case-insensitive')
    .addOption(passwordOption())
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run --silent lectern -- user password ada
  pass show ada | npm run --silent lectern -- user password ada --password-stdin --yes`,
    )
    .action(async (username: string, { passwordStdin, yes }: Options) => {
      await requireConsent(`Replace the password of ${username} and revoke all tokens of the account?`, { yes });
      const { password, isNew } = await chosenPassword({ passwordStdin });
      const passwords = { passwordProblem, hashPassword, verifyPassword };
      await withDatabase(({ orm }) => setPassword(orm.em.fork(), passwords, username, password));
      if (isNew) process.stdout.write(`${password}\n`);
    });
}
