import { Command } from 'commander';
import { listedAccounts, type ListedAccount } from '../core/reads/operator-lists.js';
import { jsonOption, limitOption, list, shortTime, type ListOptions } from './listing.js';
import type { TextColumn } from './text-table.js';

interface Options extends ListOptions {
  readonly search?: string;
  readonly admins: boolean;
  readonly disabled: boolean;
}

const columns: readonly TextColumn<ListedAccount>[] = [
  { heading: 'ID', isNumber: true, cell: ({ id }) => id },
  { heading: 'USERNAME', cell: ({ username }) => username },
  { heading: 'FULL NAME', cell: ({ fullName }) => fullName },
  { heading: 'E-MAIL', cell: ({ email }) => email },
  { heading: 'STATUS', cell: standingOf },
  { heading: 'LAST LOGIN (UTC)', cell: ({ lastLoginAt }) => shortTime(lastLoginAt) },
];

function standingOf({ isActive, isAdmin, isTrusted, isVerified }: ListedAccount): string {
  const marks = { disabled: !isActive, administrator: isAdmin, trusted: isTrusted, unverified: !isVerified };
  const held = Object.entries(marks).flatMap(([name, holds]) => (holds ? [name] : []));
  return held.join(', ') || '-';
}

const accounts = { statement: listedAccounts, columns, nothing: 'No matching accounts.' };

/** `user list`: lists accounts. */
export function userListCommand(): Command {
  return new Command('list')
    .description('List accounts, including disabled ones.')
    .option('--search <text>', 'part of the username, full name or e-mail address; ignores case and accents')
    .option('--admins', 'only site administrators', false)
    .option('--disabled', 'only disabled accounts', false)
    .addOption(limitOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- user list --admins
  npm run --silent lectern -- user list --search example.org --json | jq -r '.[].email'`,
    )
    .action(async ({ search, admins: adminsOnly, disabled: disabledOnly, ...options }: Options) => {
      await list(accounts, { search: search ?? null, adminsOnly, disabledOnly }, options);
    });
}
