import { Command } from 'commander';
import { containing } from '../reads/connection.js';
import { listedEvents, type ListedEvent } from '../reads/operator-lists.js';
import { jsonOption, limitOption, list, shortTime, type ListOptions } from './listing.js';
import type { TextColumn } from './text-table.js';

interface Options extends ListOptions {
  readonly pending: boolean;
  readonly search?: string;
}

const columns: readonly TextColumn<ListedEvent>[] = [
  { heading: 'ID', isNumber: true, cell: ({ id }) => id },
  { heading: 'NAME', cell: ({ name }) => name },
  { heading: 'STATUS', cell: ({ status, isPrivate }) => `${status.toLowerCase()}${isPrivate ? ', private' : ''}` },
  { heading: 'STARTS (UTC)', cell: ({ startsAt }) => shortTime(startsAt) },
  { heading: 'HOSTS', cell: ({ hosts }) => hosts.join(', ') || '-' },
  { heading: 'SUBMITTED (UTC)', cell: ({ submittedAt }) => shortTime(submittedAt) },
];

const events = { statement: listedEvents, columns, nothing: 'There is no such event.' };

/** `event list`: all of them, also what the public does not see. */
export function eventListCommand(): Command {
  return new Command('list')
    .description('List events, the latest submissions first; also those that are pending, rejected or private.')
    .option('--pending', 'only those that await approval', false)
    .option('--search <text>', 'part of the name, in any case')
    .addOption(limitOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- event list --pending
  npm run --silent lectern -- event list --pending --json | jq -r '.[].id'`,
    )
    .action(async ({ pending: pendingOnly, search, ...options }: Options) => {
      const pattern = search === undefined ? null : containing(search);
      await list(events, { pattern, pendingOnly }, options);
    });
}
