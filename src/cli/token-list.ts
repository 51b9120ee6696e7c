import { Command } from 'commander';
import { listedTokens, type ListedToken } from '../core/reads/operator-lists.js';
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

const tokens = { statement: listedTokens, columns, nothing: 'No tokens.' };

/** `token list`: lists the metadata of tokens; the tokens themselves are stored hashed. */
export function tokenListCommand(): Command {
  return new Command('list')
    .description('List access tokens. The tokens themselves are not stored.')
    .option('--user <name>', 'only tokens of this user (case-insensitive)')
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
