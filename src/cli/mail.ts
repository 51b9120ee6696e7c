import { type Command, InvalidArgumentError } from 'commander';
import { randomUUID } from 'node:crypto';
import { readConfig } from '../config/config.js';
import { sendTestMail } from '../adapters/mail/mail-transport.js';
import { adviceOn } from '../adapters/mail/smtp-advice.js';
import { OperatorError } from '../config/operator-error.js';
import { listedFailedMails, type ListedFailedMail } from '../core/reads/operator-lists.js';
import { retryFailedJobs } from '../adapters/jobs/stored-jobs.js';
import {
  OperatorCommand,
  jsonOption,
  limitOption,
  list,
  shortTime,
  type ListOptions,
  type TextColumn,
} from './listing.js';
import { withDatabase } from './with-database.js';

/** `mail …`: mail delivery. */
export function mailCommand(): Command {
  return new OperatorCommand('mail')
    .description('Manage mail delivery')
    .addCommand(mailTestCommand())
    .addCommand(mailListCommand())
    .addCommand(mailRetryCommand());
}

/** The command prints the outcome instead of logging it. */
const silent = { info: () => undefined };

/** `mail test`: sends one message immediately, bypassing the queue, and prints the server's response. */
function mailTestCommand(): Command {
  return new OperatorCommand('test')
    .description('Send a test mail with the configured settings, and report whether the mail server accepts it.')
    .requiredOption('--to <address>', 'recipient', address)
    .examples('npm run lectern -- mail test --to ada@example.org')
    .action(async ({ to }: { readonly to: string }) => {
      const config = readConfig();
      const waiting = setTimeout(sayThatItWaits, PATIENCE_MS);
      try {
        const sent = await sendTestMail({ ...config, settings: config.mail, log: silent }, to, randomUUID());
        process.stdout.write(`${sent}\n`);
      } catch (error) {
        if (error instanceof OperatorError) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw new OperatorError(`The test mail was not accepted: ${reason}. ${adviceOn(reason)}`, { cause: error });
      } finally {
        clearTimeout(waiting);
      }
    });
}

/** Many servers take longer, and are right: RFC 5321 permits five minutes for a greeting, ten for a confirmation. */
const PATIENCE_MS = 10_000;
const sayThatItWaits = (): void =>
  void process.stderr.write(`Waiting for the mail server. ${adviceOn('Greeting never received')}\n`);

function address(text: string): string {
  if (!/^[^\s<>@,;:"()]+@[^\s<>@,;:"()]+$/.test(text)) {
    throw new InvalidArgumentError('Must be an address such as help@example.org.');
  }
  return text;
}

const columns: readonly TextColumn<ListedFailedMail>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'KIND', cell: ({ kind }) => kind },
  { heading: 'TRIES', isNumber: true, cell: ({ tries }) => String(tries) },
  { heading: 'QUEUED (UTC)', cell: ({ queuedAt }) => shortTime(queuedAt) },
  { heading: 'FAILED (UTC)', cell: ({ failedAt }) => shortTime(failedAt) },
  { heading: 'ERROR', cell: ({ error }) => error ?? '-' },
];

const mails = { statement: listedFailedMails, columns, emptyText: 'No failed mails.' };

/** `mail list`: failed mails. Recipient and content are encrypted. */
function mailListCommand(): Command {
  return new OperatorCommand('list')
    .description('List permanently failed mails, latest first. Retained for 14 days; their content is encrypted.')
    .addOption(limitOption())
    .addOption(jsonOption())
    .examples(
      'npm run lectern -- mail list',
      "npm run --silent lectern -- mail list --json | jq -r '.[].error' | sort | uniq --count",
    )
    .action((options: ListOptions) => list(mails, {}, options));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `mail retry`: requeues failed mails, all or by ID. */
function mailRetryCommand(): Command {
  const retry = new OperatorCommand('retry');
  return retry
    .description(
      'Requeue failed mails for the service to send: those with the given IDs (all or none), or all of them.',
    )
    .argument('[ids...]', 'mail IDs (see mail list)', (text, ids: readonly string[] = []) => [...ids, uuid(text)])
    .option('--all', 'requeue all failed mails', false)
    .addHelpText(
      'after',
      `
Links to verify an address or to set a password expire: the recipient may have to request another mail.

Examples:
  npm run lectern -- mail retry 0e4a7d0c-93a5-4a34-8d3f-52c9a4f1b0aa
  npm run lectern -- mail retry --all`,
    )
    .action(async (ids: readonly string[], { all }: { readonly all: boolean }) => {
      if (ids.length > 0 === all) retry.error('error: specify either IDs or --all');
      const count = await withDatabase(({ pool }) => retryFailedJobs(pool, 'mail', all ? null : ids));
      if (count === null) throw new OperatorError('No such failed mail: see mail list. Nothing was changed.');
      process.stdout.write(`${count} ${count === 1 ? 'mail' : 'mails'} requeued.\n`);
    });
}

function uuid(text: string): string {
  if (!UUID.test(text)) throw new InvalidArgumentError('Must be an ID from mail list.');
  return text.toLowerCase();
}
