import { Command } from 'commander';
import { listedReports, type ListedReport } from '../core/reads/operator-lists.js';
import { jsonOption, limitOption, list, shortTime, type ListOptions } from './listing.js';
import { positiveNumber } from './positive-number.js';
import type { TextColumn } from './text-table.js';

interface Options extends ListOptions {
  readonly event?: number;
}

/** Maximum number of characters of a comment in the table. */
const SHOWN = 60;

const columns: readonly TextColumn<ListedReport>[] = [
  { heading: 'REPORT', isNumber: true, cell: ({ id }) => id },
  { heading: 'EVENT', cell: ({ eventId, event }) => `${eventId} ${event}` },
  { heading: 'TALK', cell: ({ talk }) => talk ?? '-' },
  { heading: 'AUTHOR', cell: ({ author }) => author ?? '-' },
  { heading: 'REPORTED BY', cell: ({ reporter }) => reporter ?? '-' },
  { heading: 'REPORTED (UTC)', cell: ({ reportedAt }) => shortTime(reportedAt) },
  { heading: 'COMMENT', cell: ({ comment }) => shortened(comment) },
];

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text);

const reports = { statement: listedReports, columns, nothing: 'No pending reports.' };

/** `moderate list`: lists pending reports. */
export function moderateListCommand(): Command {
  return new Command('list')
    .description('List pending reports, oldest first. --json includes the full comments.')
    .option('--event <id>', 'only reports of this event', positiveNumber)
    .addOption(limitOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- moderate list --event 5
  npm run --silent lectern -- moderate list --json | jq -r '.[] | "\\(.id) \\(.comment)"'`,
    )
    .action(async ({ event, ...options }: Options) => {
      await list(reports, { eventId: event === undefined ? null : String(event), id: null }, options);
    });
}
