import { Command } from 'commander';
import { listedReports, type ListedReport } from '../reads/operator-lists.js';
import { jsonOption, limitOption, list, shortTime, type ListOptions } from './listing.js';
import { positiveNumber } from './positive-number.js';
import type { TextColumn } from './text-table.js';

interface Options extends ListOptions {
  readonly event?: number;
}

/** So much of a comment says what it is about. */
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

const reports = { statement: listedReports, columns, nothing: 'No report awaits a decision.' };

/** `moderate list`: reports that nobody has decided. */
export function moderateListCommand(): Command {
  return new Command('list')
    .description('List the reports that await a decision, the oldest first. --json has the whole comments.')
    .option('--event <id>', 'of this event only', positiveNumber)
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
