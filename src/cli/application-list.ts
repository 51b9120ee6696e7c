import { Command } from 'commander';
import { listedApplications, type ListedApplication } from '../core/reads/operator-lists.js';
import { jsonOption, limitOption, list, shortTime, type ListOptions } from './listing.js';
import type { TextColumn } from './text-table.js';

const columns: readonly TextColumn<ListedApplication>[] = [
  { heading: 'ID', isNumber: true, cell: ({ id }) => id },
  { heading: 'NAME', cell: ({ name }) => name ?? '-' },
  { heading: 'KEY', cell: ({ key }) => key },
  { heading: 'OWNER', cell: ({ owner }) => owner ?? '-' },
  { heading: 'FIRST PARTY', cell: ({ isFirstParty }) => (isFirstParty ? 'yes' : '-') },
  { heading: 'TOKENS', isNumber: true, cell: ({ tokens }) => String(tokens) },
  { heading: 'CREATED (UTC)', cell: ({ createdAt }) => shortTime(createdAt) },
];

const applications = { statement: listedApplications, columns, nothing: 'No applications.' };

/** `application list`: omits the secrets, which only the owners can read. */
export function applicationListCommand(): Command {
  return new Command('list')
    .description('List applications, without their secrets.')
    .addOption(limitOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- application list
  npm run --silent lectern -- application list --json | jq -r '.[] | select(.isFirstParty) | .key'`,
    )
    .action((options: ListOptions) => list(applications, {}, options));
}
