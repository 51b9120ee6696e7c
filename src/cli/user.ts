import type { Command } from 'commander';
import { createAccount, setPassword } from '../core/account/operator-accounts.js';
import { hashPassword, passwordProblem, verifyPassword } from '../adapters/passwords/passwords.js';
import { listedAccounts, type ListedAccount } from '../core/reads/operator-lists.js';
import { changeAccountStatus, type AccountStatusChange } from '../core/account/account-status.js';
import { setAvatarHash } from '../core/account/avatar-hash.js';
import { userEraseCommand, userExportCommand } from './user-data.js';
import {
  readOrGeneratePassword,
  passwordOption,
  type PasswordOptions,
  requireConfirmation,
  yesOption,
} from './prompts.js';
import { withDatabase } from './with-database.js';
import {
  OperatorCommand,
  jsonOption,
  limitOption,
  list,
  shortTime,
  type ListOptions,
  type TextColumn,
} from './listing.js';

/** `user …`: accounts. */
export function userCommand(): Command {
  const user = new OperatorCommand('user')
    .description('Manage accounts')
    .addCommand(userCreateCommand())
    .addCommand(userListCommand());
  for (const command of userStatusCommands()) user.addCommand(command);
  user.addCommand(userPasswordCommand()).addCommand(userRandomAvatarCommand());
  return user.addCommand(userExportCommand()).addCommand(userEraseCommand());
}

const passwords = { passwordProblem, hashPassword, verifyPassword };

interface CreateOptions extends PasswordOptions {
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
function userCreateCommand(): Command {
  return new OperatorCommand('create')
    .description('Create a verified account. Without --password-stdin, generate a password and print it once.')
    .requiredOption('--username <name>', 'unique, case-insensitive')
    .requiredOption('--full-name <name>', 'display name')
    .requiredOption('--email <address>', 'unique, case-insensitive')
    .option('--admin', 'make it a site administrator', false)
    .option('--trusted', 'publish its events without approval', false)
    .addOption(passwordOption())
    .examples(
      'npm run --silent lectern -- user create --admin --username ada --full-name "Ada L." --email ada@example.org',
      'pass show ada | npm run --silent lectern -- user create --username ada … --password-stdin',
    )
    .action(async ({ admin: isAdmin, trusted: isTrusted, passwordStdin, ...names }: CreateOptions) => {
      const { password, isNew } = await readOrGeneratePassword({ passwordStdin });
      const account = { ...names, password, isAdmin, isTrusted };
      await withDatabase(({ orm }) => createAccount(orm.em.fork(), passwords, account), { mayCreate: true });
      if (isNew) process.stdout.write(`${password}\n`);
    });
}

interface UserListOptions extends ListOptions {
  readonly search?: string;
  readonly admins: boolean;
  readonly disabled: boolean;
}

const columns: readonly TextColumn<ListedAccount>[] = [
  { heading: 'ID', isNumber: true, cell: ({ id }) => id },
  { heading: 'USERNAME', cell: ({ username }) => username },
  { heading: 'FULL NAME', cell: ({ fullName }) => fullName },
  { heading: 'E-MAIL', cell: ({ email }) => email },
  { heading: 'STATUS', cell: statusOf },
  { heading: 'LAST LOGIN (UTC)', cell: ({ lastLoginAt }) => shortTime(lastLoginAt) },
];

function statusOf({ isActive, isAdmin, isTrusted, isVerified }: ListedAccount): string {
  const flags = { disabled: !isActive, administrator: isAdmin, trusted: isTrusted, unverified: !isVerified };
  const held = Object.entries(flags).flatMap(([name, holds]) => (holds ? [name] : []));
  return held.join(', ') || '-';
}

const accounts = { statement: listedAccounts, columns, emptyText: 'No matching accounts.' };

/** `user list`: lists accounts. */
function userListCommand(): Command {
  return new OperatorCommand('list')
    .description('List accounts, including disabled ones.')
    .option('--search <text>', 'part of the username, full name or e-mail address; ignores case and accents')
    .option('--admins', 'only site administrators', false)
    .option('--disabled', 'only disabled accounts', false)
    .addOption(limitOption())
    .addOption(jsonOption())
    .examples(
      'npm run lectern -- user list --admins',
      "npm run --silent lectern -- user list --search example.org --json | jq -r '.[].email'",
    )
    .action(async ({ search, admins: adminsOnly, disabled: disabledOnly, ...options }: UserListOptions) => {
      await list(accounts, { search: search ?? null, adminsOnly, disabledOnly }, options);
    });
}

interface Change {
  readonly description: string;
  readonly done: (username: string) => string;
  /** Confirmation prompt of a destructive change. */
  readonly question?: (username: string) => string;
}

const changes: Readonly<Record<AccountStatusChange, Change>> = {
  promote: {
    description: 'Grant site administrator rights to an account.',
    done: (username) => `${username} is now a site administrator.`,
  },
  demote: {
    description: 'Revoke site administrator rights. The last site administrator cannot be demoted.',
    done: (username) => `${username} is no longer a site administrator.`,
    question: (username) => `Revoke the site administrator rights of ${username}?`,
  },
  disable: {
    description:
      'Disable an account: hide it, block its login and revoke its tokens. Its content stays. The last site administrator cannot be disabled.',
    done: (username) => `${username} is disabled. To restore the account, run user enable; its tokens stay revoked.`,
    question: (username) => `Disable ${username} and revoke all tokens of the account?`,
  },
  enable: {
    description: 'Enable a disabled account.',
    done: (username) => `${username} is enabled.`,
  },
};

/** `user promote`, `demote`, `disable`, `enable`. */
function userStatusCommands(): Command[] {
  return (Object.keys(changes) as AccountStatusChange[]).map(statusCommand);
}

function statusCommand(change: AccountStatusChange): Command {
  const { description, done, question } = changes[change];
  const command = new OperatorCommand(change).description(description).argument('<username>', 'case-insensitive');
  if (question) command.addOption(yesOption());
  return command
    .addHelpText('after', `\nExample:\n  npm run lectern -- user ${change} ada${question ? ' --yes' : ''}`)
    .action(async (username: string, { yes = false }: { readonly yes?: boolean }) => {
      if (question) await requireConfirmation(question(username), { yes });
      await withDatabase(({ orm }) => changeAccountStatus(orm.em, username, change));
      process.stdout.write(`${done(username)}\n`);
    });
}

/**
 * `user password`: for users who cannot reset their password by mail. Without `--password-stdin` it prints the password
 * and nothing else.
 */
function userPasswordCommand(): Command {
  return new OperatorCommand('password')
    .description(
      'Set a new password and revoke all tokens of an account. Without --password-stdin, generate a password and print it once.',
    )
    .argument('<username>', 'case-insensitive')
    .addOption(passwordOption())
    .addOption(yesOption())
    .examples(
      'npm run --silent lectern -- user password ada',
      'pass show ada | npm run --silent lectern -- user password ada --password-stdin --yes',
    )
    .action(async (username: string, { passwordStdin, yes }: PasswordOptions & { readonly yes: boolean }) => {
      await requireConfirmation(`Replace the password of ${username} and revoke all tokens of the account?`, { yes });
      const { password, isNew } = await readOrGeneratePassword({ passwordStdin });
      await withDatabase(({ orm }) => setPassword(orm.em.fork(), passwords, username, password));
      if (isNew) process.stdout.write(`${password}\n`);
    });
}

/** `user random-avatar`: sets whether the avatar hash of an account is derived from its e-mail address. */
function userRandomAvatarCommand(): Command {
  return new OperatorCommand('random-avatar')
    .description('Show a random avatar hash for an account instead of the MD5 of its e-mail address.')
    .argument('<username>', 'case-insensitive')
    .option('--off', 'restore the MD5 of the address and delete the random hash', false)
    .examples('npm run lectern -- user random-avatar ada', 'npm run lectern -- user random-avatar ada --off')
    .action(async (username: string, { off }: { readonly off: boolean }) => {
      await withDatabase(({ orm }) => setAvatarHash(orm.em, username, !off));
      process.stdout.write(`The avatar hash of ${username} is ${off ? 'the MD5 of the e-mail address' : 'random'}.\n`);
    });
}
