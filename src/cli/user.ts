import { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createAccount } from '../domain/account/operator-accounts.js';
import { hashPassword, passwordProblem, verifyPassword } from '../passwords/passwords.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly admin: boolean;
  readonly trusted: boolean;
  readonly passwordStdin: boolean;
}

/** 96 bits. */
const newPassword = () => randomBytes(12).toString('base64url');

/** `user create`: the way to the first site administrator. Without `--password-stdin` it prints a password, and only that. */
export function userCommand(): Command {
  const create = new Command('create')
    .description('Make an account that is verified at once. Without --password-stdin, print a new password this once.')
    .requiredOption('--username <name>', 'unique, without regard to case')
    .requiredOption('--full-name <name>', 'the name that is shown')
    .requiredOption('--email <address>', 'unique, without regard to case')
    .option('--admin', 'a site administrator', false)
    .option('--trusted', 'their events need no approval', false)
    .option('--password-stdin', 'read the password from standard input, to the end of its first line', false)
    .addHelpText(
      'after',
      '\nExample:\n  npm run --silent lectern -- user create --admin --username ada --full-name "Ada L." --email ada@example.org',
    )
    .action(async ({ admin: isAdmin, trusted: isTrusted, passwordStdin, ...names }: Options) => {
      const password = passwordStdin ? firstLine(await text(process.stdin)) : newPassword();
      const account = { ...names, password, isAdmin, isTrusted };
      const passwords = { passwordProblem, hashPassword, verifyPassword };
      await withDatabase(({ orm }) => createAccount(orm.em.fork(), passwords, account));
      if (!passwordStdin) process.stdout.write(`${password}\n`);
    });
  return new Command('user').description('Accounts').addCommand(create);
}

const firstLine = (input: string): string => input.split(/\r?\n/)[0] ?? '';
