import { Command } from 'commander';
import { listedFailedMails, type ListedFailedMail } from '../core/reads/operator-lists.js';
import { jsonOption, limitOption, list, shortTime, type ListOptions } from './listing.js';
import type { TextColumn } from './text-table.js';

const columns: readonly TextColumn<ListedFailedMail>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'KIND', cell: ({ kind }) => kind },
  { heading: 'TRIES', isNumber: true, cell: ({ tries }) => String(tries) },
  { heading: 'QUEUED (UTC)', cell: ({ queuedAt }) => shortTime(queuedAt) },
  { heading: 'FAILED (UTC)', cell: ({ failedAt }) => shortTime(failedAt) },
  { heading: 'ERROR', cell: ({ error }) => error ?? '-' },
];

const mails = { statement: listedFailedMails, columns, nothing: 'No failed mails.' };

/** `mail list`: failed mails. Recipient and content are encrypted. */
export function mailListCommand(): Command {
  return new Command('list')
    .description('List permanently failed mails, latest first. Retained for 14 days; their content is encrypted.')
    .addOption(limitOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- mail list
  npm run --silent lectern -- mail list --json | jq -r '.[].error' | sort | uniq --count`,
    )
    .action((options: ListOptions) => list(mails, {}, options));
}
