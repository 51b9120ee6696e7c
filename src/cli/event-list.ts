import { Command } from 'commander';
import { listedEvents, type ListedEvent } from '../core/reads/operator-lists.js';
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

const events = { statement: listedEvents, columns, nothing: 'No matching events.' };

/** `event list`: lists all events, including those that are not public. */
export function eventListCommand(): Command {
  return new Command('list')
    .description('List events, latest submission first, including pending, rejected and private ones.')
    .option('--pending', 'only events pending approval', false)
    .option('--search <text>', 'part of the name; ignores case and accents')
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
      await list(events, { search: search ?? null, pendingOnly }, options);
    });
}
