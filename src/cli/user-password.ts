import { Command } from 'commander';
import { setPassword } from '../domain/account/operator-accounts.js';
import { hashPassword, passwordProblem, verifyPassword } from '../passwords/passwords.js';
import { chosenPassword, passwordOption, type PasswordOptions } from './chosen-password.js';
import { requireConsent, yesOption } from './consent.js';
import { withDatabase } from './with-database.js';

interface Options extends PasswordOptions {
  readonly yes: boolean;
}

/** `user password`: for whoever cannot be helped by a mail. Without `--password-stdin` it prints a password, and only that. */
export function userPasswordCommand(): Command {
  return new Command('password')
    .description(
      'Give an account a new password, and end all its tokens. Without --password-stdin, print a new password this once.',
    )
    .argument('<username>', 'in any case')
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
      await requireConsent(`Replace the password of ${username}, and end all tokens of the account?`, { yes });
      const { password, isNew } = await chosenPassword({ passwordStdin });
      const passwords = { passwordProblem, hashPassword, verifyPassword };
      await withDatabase(({ orm }) => setPassword(orm.em.fork(), passwords, username, password));
      if (isNew) process.stdout.write(`${password}\n`);
    });
}
