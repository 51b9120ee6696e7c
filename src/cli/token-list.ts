import { Command } from 'commander';
import { listedTokens, type ListedToken } from '../reads/operator-lists.js';
import { jsonOption, limitOption, list, shortTime, type ListOptions } from './listing.js';
import type { TextColumn } from './text-table.js';

interface Options extends ListOptions {
  readonly user?: string;
}

const columns: readonly TextColumn<ListedToken>[] = [
  { heading: 'ID', isNumber: true, cell: ({ id }) => id },
  { heading: 'USER', cell: ({ username }) => username },
  { heading: 'APPLICATION', cell: ({ application }) => application ?? '-' },
  { heading: 'CREATED (UTC)', cell: ({ createdAt }) => shortTime(createdAt) },
  { heading: 'LAST USED (UTC)', cell: ({ lastUsedAt }) => shortTime(lastUsedAt) },
  { heading: 'EXPIRES (UTC)', cell: ({ expiresAt }) => shortTime(expiresAt) },
];

const tokens = { statement: listedTokens, columns, nothing: 'There is no token.' };

/** `token list`: whose tokens there are; not what they are, which nobody can read. */
export function tokenListCommand(): Command {
  return new Command('list')
    .description('List the access tokens that there are. The tokens themselves are not stored.')
    .option('--user <name>', 'of this user only, in any case')
    .addOption(limitOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- token list --user host
  npm run --silent lectern -- token list --json --limit 10000 | jq '.[] | select(.lastUsedAt == null)'`,
    )
    .action(async ({ user, ...options }: Options) => {
      await list(tokens, { username: user ?? null }, options);
    });
}
